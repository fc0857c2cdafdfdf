//! To and from the SDK's items, as one would write it by hand for speed: room for the whole map, keys of the exact size,
//! one pass over the item that moves the values out.

#![allow(clippy::too_many_lines, clippy::needless_pass_by_value)] // Straight-line code, one line a field.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::model::{Address, Line, Message, Order, Reaction};

/// An item.
pub type Item = HashMap<String, AttributeValue>;

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(number: impl itoa::Integer) -> AttributeValue {
    AttributeValue::N(itoa::Buffer::new().format(number).to_owned())
}

fn joined(prefix: &str, text: &str) -> String {
    let mut out = String::with_capacity(prefix.len() + text.len());
    out.push_str(prefix);
    out.push_str(text);
    out
}

fn message_sk(timestamp: u64, message_id: &str) -> String {
    let mut out = String::with_capacity(4 + 13 + 1 + message_id.len());
    out.push_str("MSG#");
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(timestamp);
    for _ in digits.len()..13 {
        out.push('0');
    }
    out.push_str(digits);
    out.push('#');
    out.push_str(message_id);
    out
}

fn order_gsi1sk(created_at: &str, order_id: &str) -> String {
    let mut out = String::with_capacity(4 + created_at.len() + order_id.len());
    out.push_str("AT#");
    out.push_str(created_at);
    out.push('#');
    out.push_str(order_id);
    out
}

fn string(value: AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

fn parsed<T: std::str::FromStr>(value: AttributeValue) -> Option<T> {
    match value {
        AttributeValue::N(digits) => digits.parse().ok(),
        _ => None,
    }
}

fn boolean(value: AttributeValue) -> Option<bool> {
    match value {
        AttributeValue::Bool(value) => Some(value),
        _ => None,
    }
}

fn list<T>(value: AttributeValue, element: impl Fn(AttributeValue) -> Option<T>) -> Option<Vec<T>> {
    match value {
        AttributeValue::L(values) => {
            let mut out = Vec::with_capacity(values.len());
            for value in values {
                out.push(element(value)?);
            }
            Some(out)
        }
        _ => None,
    }
}

fn map(value: AttributeValue) -> Option<Item> {
    match value {
        AttributeValue::M(entries) => Some(entries),
        _ => None,
    }
}

fn reaction_to(value: &Reaction) -> AttributeValue {
    let mut map = HashMap::with_capacity(3);
    map.insert("emoji".to_owned(), s(&value.emoji));
    map.insert("userIds".to_owned(), AttributeValue::L(value.user_ids.iter().map(|text| s(text)).collect()));
    map.insert("count".to_owned(), n(value.count));
    AttributeValue::M(map)
}

fn reaction_from(value: AttributeValue) -> Option<Reaction> {
    let mut emoji = None;
    let mut user_ids = None;
    let mut count = None;
    for (attribute, value) in map(value)? {
        match attribute.as_str() {
            "emoji" => emoji = Some(string(value)?),
            "userIds" => user_ids = Some(list(value, string)?),
            "count" => count = Some(parsed(value)?),
            _ => {}
        }
    }
    Some(Reaction { emoji: emoji?, user_ids: user_ids?, count: count? })
}

fn address_to(value: &Address) -> AttributeValue {
    let mut map = HashMap::with_capacity(5);
    map.insert("name".to_owned(), s(&value.name));
    map.insert("street".to_owned(), s(&value.street));
    map.insert("city".to_owned(), s(&value.city));
    map.insert("zip".to_owned(), s(&value.zip));
    map.insert("country".to_owned(), s(&value.country));
    AttributeValue::M(map)
}

fn address_from(value: AttributeValue) -> Option<Address> {
    let mut name = None;
    let mut street = None;
    let mut city = None;
    let mut zip = None;
    let mut country = None;
    for (attribute, value) in map(value)? {
        match attribute.as_str() {
            "name" => name = Some(string(value)?),
            "street" => street = Some(string(value)?),
            "city" => city = Some(string(value)?),
            "zip" => zip = Some(string(value)?),
            "country" => country = Some(string(value)?),
            _ => {}
        }
    }
    Some(Address { name: name?, street: street?, city: city?, zip: zip?, country: country? })
}

fn line_to(value: &Line) -> AttributeValue {
    let mut map = HashMap::with_capacity(5);
    map.insert("sku".to_owned(), s(&value.sku));
    map.insert("name".to_owned(), s(&value.name));
    map.insert("quantity".to_owned(), n(value.quantity));
    map.insert("price".to_owned(), n(value.price));
    map.insert("weight".to_owned(), n(value.weight));
    AttributeValue::M(map)
}

fn line_from(value: AttributeValue) -> Option<Line> {
    let mut sku = None;
    let mut name = None;
    let mut quantity = None;
    let mut price = None;
    let mut weight = None;
    for (attribute, value) in map(value)? {
        match attribute.as_str() {
            "sku" => sku = Some(string(value)?),
            "name" => name = Some(string(value)?),
            "quantity" => quantity = Some(parsed(value)?),
            "price" => price = Some(parsed(value)?),
            "weight" => weight = Some(parsed(value)?),
            _ => {}
        }
    }
    Some(Line { sku: sku?, name: name?, quantity: quantity?, price: price?, weight: weight? })
}

/// Writes the message.
#[must_use]
pub fn message_to_item(value: &Message) -> Item {
    let mut map = HashMap::with_capacity(15);
    map.insert("PK".to_owned(), AttributeValue::S(joined("CHANNEL#", &value.channel_id)));
    map.insert("SK".to_owned(), AttributeValue::S(message_sk(value.timestamp, &value.message_id)));
    map.insert("GSI1PK".to_owned(), AttributeValue::S(joined("MSG#", &value.message_id)));
    map.insert("GSI1SK".to_owned(), AttributeValue::S(joined("CHANNEL#", &value.channel_id)));
    map.insert("entityType".to_owned(), s("Message"));
    map.insert("messageId".to_owned(), s(&value.message_id));
    map.insert("channelId".to_owned(), s(&value.channel_id));
    map.insert("userId".to_owned(), s(&value.user_id));
    map.insert("username".to_owned(), s(&value.username));
    map.insert("content".to_owned(), s(&value.content));
    map.insert("timestamp".to_owned(), n(value.timestamp));
    map.insert("edited".to_owned(), AttributeValue::Bool(value.edited));
    map.insert("reactions".to_owned(), AttributeValue::L(value.reactions.iter().map(reaction_to).collect()));
    map.insert("createdAt".to_owned(), s(&value.created_at));
    map.insert("updatedAt".to_owned(), s(&value.updated_at));
    map
}

/// Reads the message.
#[must_use]
pub fn message_from_item(item: Item) -> Option<Message> {
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
    for (attribute, value) in item {
        match attribute.as_str() {
            "messageId" => message_id = Some(string(value)?),
            "channelId" => channel_id = Some(string(value)?),
            "userId" => user_id = Some(string(value)?),
            "username" => username = Some(string(value)?),
            "content" => content = Some(string(value)?),
            "timestamp" => timestamp = Some(parsed(value)?),
            "edited" => edited = Some(boolean(value)?),
            "reactions" => reactions = Some(list(value, reaction_from)?),
            "createdAt" => created_at = Some(string(value)?),
            "updatedAt" => updated_at = Some(string(value)?),
            _ => {}
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
#[must_use]
pub fn order_to_item(value: &Order) -> Item {
    let mut map = HashMap::with_capacity(45);
    map.insert("PK".to_owned(), AttributeValue::S(joined("CUSTOMER#", &value.customer_id)));
    map.insert("SK".to_owned(), AttributeValue::S(joined("ORDER#", &value.order_id)));
    map.insert("GSI1PK".to_owned(), AttributeValue::S(joined("STATUS#", &value.status)));
    map.insert("GSI1SK".to_owned(), AttributeValue::S(order_gsi1sk(&value.created_at, &value.order_id)));
    map.insert("entityType".to_owned(), s("Order"));
    map.insert("orderId".to_owned(), s(&value.order_id));
    map.insert("customerId".to_owned(), s(&value.customer_id));
    map.insert("number".to_owned(), n(value.number));
    map.insert("status".to_owned(), s(&value.status));
    map.insert("currency".to_owned(), s(&value.currency));
    map.insert("email".to_owned(), s(&value.email));
    map.insert("phone".to_owned(), s(&value.phone));
    map.insert("firstName".to_owned(), s(&value.first_name));
    map.insert("lastName".to_owned(), s(&value.last_name));
    if let Some(text) = &value.company {
        map.insert("company".to_owned(), s(text));
    }
    if let Some(text) = &value.vat_id {
        map.insert("vatId".to_owned(), s(text));
    }
    if let Some(text) = &value.note {
        map.insert("note".to_owned(), s(text));
    }
    if let Some(text) = &value.gift_message {
        map.insert("giftMessage".to_owned(), s(text));
    }
    map.insert("channel".to_owned(), s(&value.channel));
    map.insert("campaign".to_owned(), s(&value.campaign));
    map.insert("referrer".to_owned(), s(&value.referrer));
    map.insert("userAgent".to_owned(), s(&value.user_agent));
    map.insert("ip".to_owned(), s(&value.ip));
    map.insert("locale".to_owned(), s(&value.locale));
    map.insert("paymentMethod".to_owned(), s(&value.payment_method));
    map.insert("paymentId".to_owned(), s(&value.payment_id));
    map.insert("carrier".to_owned(), s(&value.carrier));
    map.insert("trackingCode".to_owned(), s(&value.tracking_code));
    map.insert("warehouse".to_owned(), s(&value.warehouse));
    map.insert("subtotal".to_owned(), n(value.subtotal));
    map.insert("discount".to_owned(), n(value.discount));
    map.insert("shipping".to_owned(), n(value.shipping));
    map.insert("tax".to_owned(), n(value.tax));
    map.insert("total".to_owned(), n(value.total));
    map.insert("itemCount".to_owned(), n(value.item_count));
    map.insert("paid".to_owned(), AttributeValue::Bool(value.paid));
    map.insert("shipped".to_owned(), AttributeValue::Bool(value.shipped));
    map.insert("gift".to_owned(), AttributeValue::Bool(value.gift));
    map.insert("tags".to_owned(), AttributeValue::L(value.tags.iter().map(|text| s(text)).collect()));
    map.insert("billing".to_owned(), address_to(&value.billing));
    map.insert("delivery".to_owned(), address_to(&value.delivery));
    map.insert("lines".to_owned(), AttributeValue::L(value.lines.iter().map(line_to).collect()));
    map.insert("createdAt".to_owned(), s(&value.created_at));
    map.insert("updatedAt".to_owned(), s(&value.updated_at));
    map.insert("version".to_owned(), n(value.version));
    map
}

/// Reads the order.
#[must_use]
pub fn order_from_item(item: Item) -> Option<Order> {
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
    for (attribute, value) in item {
        match attribute.as_str() {
            "orderId" => order_id = Some(string(value)?),
            "customerId" => customer_id = Some(string(value)?),
            "number" => number = Some(parsed(value)?),
            "status" => status = Some(string(value)?),
            "currency" => currency = Some(string(value)?),
            "email" => email = Some(string(value)?),
            "phone" => phone = Some(string(value)?),
            "firstName" => first_name = Some(string(value)?),
            "lastName" => last_name = Some(string(value)?),
            "company" => company = Some(string(value)?),
            "vatId" => vat_id = Some(string(value)?),
            "note" => note = Some(string(value)?),
            "giftMessage" => gift_message = Some(string(value)?),
            "channel" => channel = Some(string(value)?),
            "campaign" => campaign = Some(string(value)?),
            "referrer" => referrer = Some(string(value)?),
            "userAgent" => user_agent = Some(string(value)?),
            "ip" => ip = Some(string(value)?),
            "locale" => locale = Some(string(value)?),
            "paymentMethod" => payment_method = Some(string(value)?),
            "paymentId" => payment_id = Some(string(value)?),
            "carrier" => carrier = Some(string(value)?),
            "trackingCode" => tracking_code = Some(string(value)?),
            "warehouse" => warehouse = Some(string(value)?),
            "subtotal" => subtotal = Some(parsed(value)?),
            "discount" => discount = Some(parsed(value)?),
            "shipping" => shipping = Some(parsed(value)?),
            "tax" => tax = Some(parsed(value)?),
            "total" => total = Some(parsed(value)?),
            "itemCount" => item_count = Some(parsed(value)?),
            "paid" => paid = Some(boolean(value)?),
            "shipped" => shipped = Some(boolean(value)?),
            "gift" => gift = Some(boolean(value)?),
            "tags" => tags = Some(list(value, string)?),
            "billing" => billing = Some(address_from(value)?),
            "delivery" => delivery = Some(address_from(value)?),
            "lines" => lines = Some(list(value, line_from)?),
            "createdAt" => created_at = Some(string(value)?),
            "updatedAt" => updated_at = Some(string(value)?),
            "version" => version = Some(parsed(value)?),
            _ => {}
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
