//! To and from DynamoDB's JSON, as one would write it by hand for speed: no map and no value in between.

#![allow(clippy::too_many_lines, clippy::needless_pass_by_value)] // Straight-line code, one line a field.

use std::borrow::Cow;

use crate::model::{Address, Line, Message, Order, Reaction};

fn plain(bytes: &[u8]) -> bool {
    let mut bad = false;
    for &byte in bytes {
        bad |= byte < 0x20 || byte == b'"' || byte == b'\\';
    }
    !bad
}

/// Text within quotes that are there already.
fn text(out: &mut Vec<u8>, text: &str) {
    if plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for &byte in text.as_bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0..0x20 => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(byte),
        }
    }
}

fn digits(out: &mut Vec<u8>, number: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn strings(out: &mut Vec<u8>, texts: &[String]) {
    for (i, one) in texts.iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"{\"S\":\"".as_slice() } else { b",{\"S\":\"" });
        text(out, one);
        out.extend_from_slice(b"\"}");
    }
}

/// A pull parser.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Begins at the first byte.
    #[must_use]
    pub fn new(json: &'a [u8]) -> Option<Self> {
        Some(Self { text: std::str::from_utf8(json).ok()?, at: 0 })
    }

    /// Passes over `token`, if that comes next.
    pub fn take(&mut self, token: &[u8]) -> Option<()> {
        if !self.text.as_bytes().get(self.at..)?.starts_with(token) {
            return None;
        }
        self.at += token.len();
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// A string whose opening quote is passed already.
    fn inside(&mut self) -> Option<Cow<'a, str>> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let len = memchr::memchr2(b'"', b'\\', rest)?;
        if rest[len] != b'"' {
            return None; // Escapes do not occur in what is measured.
        }
        let text = &self.text[self.at..self.at + len];
        self.at += len + 1;
        Some(Cow::Borrowed(text))
    }

    fn scalar(&mut self, open: &[u8]) -> Option<Cow<'a, str>> {
        self.take(open)?;
        let text = self.inside()?;
        self.take(b"}")?;
        Some(text)
    }

    fn string(&mut self) -> Option<String> {
        self.scalar(b"{\"S\":\"").map(Cow::into_owned)
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.scalar(b"{\"N\":\"")?.parse().ok()
    }

    fn boolean(&mut self) -> Option<bool> {
        self.take(b"{\"BOOL\":")?;
        let value = self.take(b"true").is_some();
        if !value {
            self.take(b"false")?;
        }
        self.take(b"}")?;
        Some(value)
    }

    fn list<T>(&mut self, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.take(b"{\"L\":[")?;
        let mut out = Vec::new();
        if self.take(b"]}").is_some() {
            return Some(out);
        }
        loop {
            out.push(element(self)?);
            match self.byte()? {
                b',' => {}
                b']' => return self.take(b"}").map(|()| out),
                _ => return None,
            }
        }
    }

    /// The next name of a map, with its opening bracket before the first; nothing at the map's end.
    #[allow(clippy::option_option)] // The outer one is the error.
    fn name(&mut self) -> Option<Option<Cow<'a, str>>> {
        match self.byte()? {
            b'}' => Some(None),
            b'{' | b',' => {
                self.take(b"\"")?;
                let name = self.inside()?;
                self.take(b":")?;
                Some(Some(name))
            }
            _ => None,
        }
    }

    /// Passes over `{"S":".."}`, which is all that is passed over in what is measured.
    fn skip(&mut self) -> Option<()> {
        self.scalar(b"{\"S\":\"").map(drop)
    }
}

fn reaction_to(value: &Reaction, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"M\":{\"emoji\":{\"S\":\"");
    text(out, &value.emoji);
    out.extend_from_slice(b"\"},\"userIds\":{\"L\":[");
    strings(out, &value.user_ids);
    out.extend_from_slice(b"]},\"count\":{\"N\":\"");
    digits(out, value.count);
    out.extend_from_slice(b"\"}}}");
}

fn reaction_from(reader: &mut Reader<'_>) -> Option<Reaction> {
    reader.take(b"{\"M\":")?;
    let mut emoji = None;
    let mut user_ids = None;
    let mut count = None;
    while let Some(attribute) = reader.name()? {
        match attribute.as_ref() {
            "emoji" => emoji = Some(reader.string()?),
            "userIds" => user_ids = Some(reader.list(Reader::string)?),
            "count" => count = Some(reader.number()?),
            _ => reader.skip()?,
        }
    }
    reader.take(b"}")?;
    Some(Reaction { emoji: emoji?, user_ids: user_ids?, count: count? })
}

fn address_to(value: &Address, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"M\":{\"name\":{\"S\":\"");
    text(out, &value.name);
    out.extend_from_slice(b"\"},\"street\":{\"S\":\"");
    text(out, &value.street);
    out.extend_from_slice(b"\"},\"city\":{\"S\":\"");
    text(out, &value.city);
    out.extend_from_slice(b"\"},\"zip\":{\"S\":\"");
    text(out, &value.zip);
    out.extend_from_slice(b"\"},\"country\":{\"S\":\"");
    text(out, &value.country);
    out.extend_from_slice(b"\"}}}");
}

fn address_from(reader: &mut Reader<'_>) -> Option<Address> {
    reader.take(b"{\"M\":")?;
    let mut name = None;
    let mut street = None;
    let mut city = None;
    let mut zip = None;
    let mut country = None;
    while let Some(attribute) = reader.name()? {
        match attribute.as_ref() {
            "name" => name = Some(reader.string()?),
            "street" => street = Some(reader.string()?),
            "city" => city = Some(reader.string()?),
            "zip" => zip = Some(reader.string()?),
            "country" => country = Some(reader.string()?),
            _ => reader.skip()?,
        }
    }
    reader.take(b"}")?;
    Some(Address { name: name?, street: street?, city: city?, zip: zip?, country: country? })
}

fn line_to(value: &Line, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"M\":{\"sku\":{\"S\":\"");
    text(out, &value.sku);
    out.extend_from_slice(b"\"},\"name\":{\"S\":\"");
    text(out, &value.name);
    out.extend_from_slice(b"\"},\"quantity\":{\"N\":\"");
    digits(out, value.quantity);
    out.extend_from_slice(b"\"},\"price\":{\"N\":\"");
    digits(out, value.price);
    out.extend_from_slice(b"\"},\"weight\":{\"N\":\"");
    digits(out, value.weight);
    out.extend_from_slice(b"\"}}}");
}

fn line_from(reader: &mut Reader<'_>) -> Option<Line> {
    reader.take(b"{\"M\":")?;
    let mut sku = None;
    let mut name = None;
    let mut quantity = None;
    let mut price = None;
    let mut weight = None;
    while let Some(attribute) = reader.name()? {
        match attribute.as_ref() {
            "sku" => sku = Some(reader.string()?),
            "name" => name = Some(reader.string()?),
            "quantity" => quantity = Some(reader.number()?),
            "price" => price = Some(reader.number()?),
            "weight" => weight = Some(reader.number()?),
            _ => reader.skip()?,
        }
    }
    reader.take(b"}")?;
    Some(Line { sku: sku?, name: name?, quantity: quantity?, price: price?, weight: weight? })
}

/// Writes the message.
pub fn message_to_json(value: &Message, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"PK\":{\"S\":\"CHANNEL#");
    text(out, &value.channel_id);
    out.extend_from_slice(b"\"},\"SK\":{\"S\":\"MSG#");
    let mut buffer = itoa::Buffer::new();
    let number = buffer.format(value.timestamp);
    for _ in number.len()..13 {
        out.push(b'0');
    }
    out.extend_from_slice(number.as_bytes());
    out.extend_from_slice(b"#");
    text(out, &value.message_id);
    out.extend_from_slice(b"\"},\"GSI1PK\":{\"S\":\"MSG#");
    text(out, &value.message_id);
    out.extend_from_slice(b"\"},\"GSI1SK\":{\"S\":\"CHANNEL#");
    text(out, &value.channel_id);
    out.extend_from_slice(b"\"},\"entityType\":{\"S\":\"Message\"},\"messageId\":{\"S\":\"");
    text(out, &value.message_id);
    out.extend_from_slice(b"\"},\"channelId\":{\"S\":\"");
    text(out, &value.channel_id);
    out.extend_from_slice(b"\"},\"userId\":{\"S\":\"");
    text(out, &value.user_id);
    out.extend_from_slice(b"\"},\"username\":{\"S\":\"");
    text(out, &value.username);
    out.extend_from_slice(b"\"},\"content\":{\"S\":\"");
    text(out, &value.content);
    out.extend_from_slice(b"\"},\"timestamp\":{\"N\":\"");
    digits(out, value.timestamp);
    out.extend_from_slice(b"\"},\"edited\":{\"BOOL\":");
    out.extend_from_slice(if value.edited { b"true".as_slice() } else { b"false" });
    out.extend_from_slice(b"},\"reactions\":{\"L\":[");
    for (i, one) in value.reactions.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        reaction_to(one, out);
    }
    out.extend_from_slice(b"]},\"createdAt\":{\"S\":\"");
    text(out, &value.created_at);
    out.extend_from_slice(b"\"},\"updatedAt\":{\"S\":\"");
    text(out, &value.updated_at);
    out.extend_from_slice(b"\"}}");
}

/// Reads the message.
#[must_use]
pub fn message_from_json(reader: &mut Reader<'_>) -> Option<Message> {
    let mut message_id = None;
    let mut channel_id = None;
    let mut user_id = None;
    let mut username = None;
    let mut content = None;
    let mut timestamp = None;
    let mut edited = None;
    let mut reactions = None;
    let mut created_at = None;
    let mut updated_at = None;
    while let Some(attribute) = reader.name()? {
        match attribute.as_ref() {
            "messageId" => message_id = Some(reader.string()?),
            "channelId" => channel_id = Some(reader.string()?),
            "userId" => user_id = Some(reader.string()?),
            "username" => username = Some(reader.string()?),
            "content" => content = Some(reader.string()?),
            "timestamp" => timestamp = Some(reader.number()?),
            "edited" => edited = Some(reader.boolean()?),
            "reactions" => reactions = Some(reader.list(reaction_from)?),
            "createdAt" => created_at = Some(reader.string()?),
            "updatedAt" => updated_at = Some(reader.string()?),
            _ => reader.skip()?,
        }
    }
    Some(Message {
        message_id: message_id?,
        channel_id: channel_id?,
        user_id: user_id?,
        username: username?,
        content: content?,
        timestamp: timestamp?,
        edited: edited?,
        reactions: reactions?,
        created_at: created_at?,
        updated_at: updated_at?,
    })
}

/// Writes the order.
pub fn order_to_json(value: &Order, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"PK\":{\"S\":\"CUSTOMER#");
    text(out, &value.customer_id);
    out.extend_from_slice(b"\"},\"SK\":{\"S\":\"ORDER#");
    text(out, &value.order_id);
    out.extend_from_slice(b"\"},\"GSI1PK\":{\"S\":\"STATUS#");
    text(out, &value.status);
    out.extend_from_slice(b"\"},\"GSI1SK\":{\"S\":\"AT#");
    text(out, &value.created_at);
    out.extend_from_slice(b"#");
    text(out, &value.order_id);
    out.extend_from_slice(b"\"},\"entityType\":{\"S\":\"Order\"},\"orderId\":{\"S\":\"");
    text(out, &value.order_id);
    out.extend_from_slice(b"\"},\"customerId\":{\"S\":\"");
    text(out, &value.customer_id);
    out.extend_from_slice(b"\"},\"number\":{\"N\":\"");
    digits(out, value.number);
    out.extend_from_slice(b"\"},\"status\":{\"S\":\"");
    text(out, &value.status);
    out.extend_from_slice(b"\"},\"currency\":{\"S\":\"");
    text(out, &value.currency);
    out.extend_from_slice(b"\"},\"email\":{\"S\":\"");
    text(out, &value.email);
    out.extend_from_slice(b"\"},\"phone\":{\"S\":\"");
    text(out, &value.phone);
    out.extend_from_slice(b"\"},\"firstName\":{\"S\":\"");
    text(out, &value.first_name);
    out.extend_from_slice(b"\"},\"lastName\":{\"S\":\"");
    text(out, &value.last_name);
    out.extend_from_slice(b"\"}");
    if let Some(some) = &value.company {
        out.extend_from_slice(b",\"company\":{\"S\":\"");
        text(out, some);
        out.extend_from_slice(b"\"}");
    }
    if let Some(some) = &value.vat_id {
        out.extend_from_slice(b",\"vatId\":{\"S\":\"");
        text(out, some);
        out.extend_from_slice(b"\"}");
    }
    if let Some(some) = &value.note {
        out.extend_from_slice(b",\"note\":{\"S\":\"");
        text(out, some);
        out.extend_from_slice(b"\"}");
    }
    if let Some(some) = &value.gift_message {
        out.extend_from_slice(b",\"giftMessage\":{\"S\":\"");
        text(out, some);
        out.extend_from_slice(b"\"}");
    }
    out.extend_from_slice(b",\"channel\":{\"S\":\"");
    text(out, &value.channel);
    out.extend_from_slice(b"\"},\"campaign\":{\"S\":\"");
    text(out, &value.campaign);
    out.extend_from_slice(b"\"},\"referrer\":{\"S\":\"");
    text(out, &value.referrer);
    out.extend_from_slice(b"\"},\"userAgent\":{\"S\":\"");
    text(out, &value.user_agent);
    out.extend_from_slice(b"\"},\"ip\":{\"S\":\"");
    text(out, &value.ip);
    out.extend_from_slice(b"\"},\"locale\":{\"S\":\"");
    text(out, &value.locale);
    out.extend_from_slice(b"\"},\"paymentMethod\":{\"S\":\"");
    text(out, &value.payment_method);
    out.extend_from_slice(b"\"},\"paymentId\":{\"S\":\"");
    text(out, &value.payment_id);
    out.extend_from_slice(b"\"},\"carrier\":{\"S\":\"");
    text(out, &value.carrier);
    out.extend_from_slice(b"\"},\"trackingCode\":{\"S\":\"");
    text(out, &value.tracking_code);
    out.extend_from_slice(b"\"},\"warehouse\":{\"S\":\"");
    text(out, &value.warehouse);
    out.extend_from_slice(b"\"},\"subtotal\":{\"N\":\"");
    digits(out, value.subtotal);
    out.extend_from_slice(b"\"},\"discount\":{\"N\":\"");
    digits(out, value.discount);
    out.extend_from_slice(b"\"},\"shipping\":{\"N\":\"");
    digits(out, value.shipping);
    out.extend_from_slice(b"\"},\"tax\":{\"N\":\"");
    digits(out, value.tax);
    out.extend_from_slice(b"\"},\"total\":{\"N\":\"");
    digits(out, value.total);
    out.extend_from_slice(b"\"},\"itemCount\":{\"N\":\"");
    digits(out, value.item_count);
    out.extend_from_slice(b"\"},\"paid\":{\"BOOL\":");
    out.extend_from_slice(if value.paid { b"true".as_slice() } else { b"false" });
    out.extend_from_slice(b"},\"shipped\":{\"BOOL\":");
    out.extend_from_slice(if value.shipped { b"true".as_slice() } else { b"false" });
    out.extend_from_slice(b"},\"gift\":{\"BOOL\":");
    out.extend_from_slice(if value.gift { b"true".as_slice() } else { b"false" });
    out.extend_from_slice(b"},\"tags\":{\"L\":[");
    strings(out, &value.tags);
    out.extend_from_slice(b"]},\"billing\":");
    address_to(&value.billing, out);
    out.extend_from_slice(b",\"delivery\":");
    address_to(&value.delivery, out);
    out.extend_from_slice(b",\"lines\":{\"L\":[");
    for (i, one) in value.lines.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        line_to(one, out);
    }
    out.extend_from_slice(b"]},\"createdAt\":{\"S\":\"");
    text(out, &value.created_at);
    out.extend_from_slice(b"\"},\"updatedAt\":{\"S\":\"");
    text(out, &value.updated_at);
    out.extend_from_slice(b"\"},\"version\":{\"N\":\"");
    digits(out, value.version);
    out.extend_from_slice(b"\"}}");
}

/// Reads the order.
#[must_use]
pub fn order_from_json(reader: &mut Reader<'_>) -> Option<Order> {
    let mut order_id = None;
    let mut customer_id = None;
    let mut number = None;
    let mut status = None;
    let mut currency = None;
    let mut email = None;
    let mut phone = None;
    let mut first_name = None;
    let mut last_name = None;
    let mut company = None;
    let mut vat_id = None;
    let mut note = None;
    let mut gift_message = None;
    let mut channel = None;
    let mut campaign = None;
    let mut referrer = None;
    let mut user_agent = None;
    let mut ip = None;
    let mut locale = None;
    let mut payment_method = None;
    let mut payment_id = None;
    let mut carrier = None;
    let mut tracking_code = None;
    let mut warehouse = None;
    let mut subtotal = None;
    let mut discount = None;
    let mut shipping = None;
    let mut tax = None;
    let mut total = None;
    let mut item_count = None;
    let mut paid = None;
    let mut shipped = None;
    let mut gift = None;
    let mut tags = None;
    let mut billing = None;
    let mut delivery = None;
    let mut lines = None;
    let mut created_at = None;
    let mut updated_at = None;
    let mut version = None;
    while let Some(attribute) = reader.name()? {
        match attribute.as_ref() {
            "orderId" => order_id = Some(reader.string()?),
            "customerId" => customer_id = Some(reader.string()?),
            "number" => number = Some(reader.number()?),
            "status" => status = Some(reader.string()?),
            "currency" => currency = Some(reader.string()?),
            "email" => email = Some(reader.string()?),
            "phone" => phone = Some(reader.string()?),
            "firstName" => first_name = Some(reader.string()?),
            "lastName" => last_name = Some(reader.string()?),
            "company" => company = Some(reader.string()?),
            "vatId" => vat_id = Some(reader.string()?),
            "note" => note = Some(reader.string()?),
            "giftMessage" => gift_message = Some(reader.string()?),
            "channel" => channel = Some(reader.string()?),
            "campaign" => campaign = Some(reader.string()?),
            "referrer" => referrer = Some(reader.string()?),
            "userAgent" => user_agent = Some(reader.string()?),
            "ip" => ip = Some(reader.string()?),
            "locale" => locale = Some(reader.string()?),
            "paymentMethod" => payment_method = Some(reader.string()?),
            "paymentId" => payment_id = Some(reader.string()?),
            "carrier" => carrier = Some(reader.string()?),
            "trackingCode" => tracking_code = Some(reader.string()?),
            "warehouse" => warehouse = Some(reader.string()?),
            "subtotal" => subtotal = Some(reader.number()?),
            "discount" => discount = Some(reader.number()?),
            "shipping" => shipping = Some(reader.number()?),
            "tax" => tax = Some(reader.number()?),
            "total" => total = Some(reader.number()?),
            "itemCount" => item_count = Some(reader.number()?),
            "paid" => paid = Some(reader.boolean()?),
            "shipped" => shipped = Some(reader.boolean()?),
            "gift" => gift = Some(reader.boolean()?),
            "tags" => tags = Some(reader.list(Reader::string)?),
            "billing" => billing = Some(address_from(reader)?),
            "delivery" => delivery = Some(address_from(reader)?),
            "lines" => lines = Some(reader.list(line_from)?),
            "createdAt" => created_at = Some(reader.string()?),
            "updatedAt" => updated_at = Some(reader.string()?),
            "version" => version = Some(reader.number()?),
            _ => reader.skip()?,
        }
    }
    Some(Order {
        order_id: order_id?,
        customer_id: customer_id?,
        number: number?,
        status: status?,
        currency: currency?,
        email: email?,
        phone: phone?,
        first_name: first_name?,
        last_name: last_name?,
        company,
        vat_id,
        note,
        gift_message,
        channel: channel?,
        campaign: campaign?,
        referrer: referrer?,
        user_agent: user_agent?,
        ip: ip?,
        locale: locale?,
        payment_method: payment_method?,
        payment_id: payment_id?,
        carrier: carrier?,
        tracking_code: tracking_code?,
        warehouse: warehouse?,
        subtotal: subtotal?,
        discount: discount?,
        shipping: shipping?,
        tax: tax?,
        total: total?,
        item_count: item_count?,
        paid: paid?,
        shipped: shipped?,
        gift: gift?,
        tags: tags?,
        billing: billing?,
        delivery: delivery?,
        lines: lines?,
        created_at: created_at?,
        updated_at: updated_at?,
        version: version?,
    })
}
