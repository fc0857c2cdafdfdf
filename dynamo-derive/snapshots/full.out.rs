#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `Message::key(channel_id, timestamp, message_id)` | the primary key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>` |
| `Message::parse_key(..)` | the fields of a primary key |
| `Message::query(channel_id)[.timestamp(..)][.message_id(..)]` | queries the table: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>` |
| `Message::query_gsi1(message_id)[.channel_id(..)]` | queries index `gsi1`: `MSG#<message_id>` / `CHANNEL#<channel_id>` |
| `Message::query_by_author(author)[.edited_at(..)]` | queries index `by_author`: `AUTHOR#<author:lower>` / `edited_at` |
| `Message::partition(channel_id)` | queries all items of a partition, whatever their type: `CHANNEL#<channel_id>` |
| `Message::partition_gsi1(message_id)` | queries all items of a partition, whatever their type: `MSG#<message_id>` |
| `Message::partition_by_author(author)` | queries all items of a partition, whatever their type: `AUTHOR#<author:lower>` |
| `Message::fields()` | its attributes, for conditions and updates |
| `.set((fields.author, fields.edited_at), (author, edited_at))` | fields that an index key is made from change together in an update |
| `Message::gsi1()` | the index, for `db.scan_index(..)` |
| `self.gsi1_key()` | its keys there: `MSG#<message_id>` / `CHANNEL#<channel_id>` |
| `Message::by_author()` | the index, for `db.scan_index(..)` |
| `self.by_author_key()` | its keys there: `AUTHOR#<author:lower>` / `edited_at` |*/
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl Message {
    /**The primary key of a `Message`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.

A value that cannot stand in a key is refused here, before anything is sent.*/
    #[inline]
    pub(crate) fn key(
        channel_id: impl __KeyArgument<ChannelId>,
        timestamp: impl __KeyArgument<u64>,
        message_id: impl __KeyArgument<Ulid>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <ChannelId as __KeySource>::text_of_argument(&channel_id),
                <u64 as __KeySource>::text_of_argument(&timestamp),
                <Ulid as __KeySource>::text_of_argument(&message_id),
            ],
        )
    }
    /**Reads `channel_id`, `timestamp`, `message_id` back from the primary key of a `Message`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
    #[inline]
    pub(crate) fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Message` items of this `channel_id`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
    #[inline]
    pub(crate) fn query(
        channel_id: impl __KeyArgument<ChannelId>,
    ) -> MessageQuery<__PrimaryKey> {
        __p::query_by_one(
            "",
            "channel_id",
            <ChannelId as __KeySource>::text_of_argument(&channel_id),
        )
    }
    /**Queries index `gsi1` for `Message` items of this `message_id`.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
    #[inline]
    pub(crate) fn query_gsi1(
        message_id: impl __KeyArgument<Ulid>,
    ) -> MessageQuery<message_query::Gsi1> {
        __p::query_by_one(
            "gsi1",
            "message_id",
            <Ulid as __KeySource>::text_of_argument(&message_id),
        )
    }
    /**Queries index `by_author` for `Message` items of this `author`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
    #[inline]
    pub(crate) fn query_by_author(
        author: impl __KeyArgument<Option<String>>,
    ) -> MessageQuery<message_query::ByAuthor> {
        __p::query_by_one(
            "by_author",
            "author",
            <Option<String> as __KeySource>::text_of_argument(&author),
        )
    }
    /**Queries the table for all items of this `channel_id`, whatever their type.

Partition key: `CHANNEL#<channel_id>`.*/
    #[inline]
    pub(crate) fn partition(
        channel_id: impl __KeyArgument<ChannelId>,
    ) -> __Query<Self, crate::Discord, __PrimaryKey> {
        __p::partition_by_one(
            "",
            "channel_id",
            <ChannelId as __KeySource>::text_of_argument(&channel_id),
        )
    }
    /**Queries index `gsi1` for all items of this `message_id`, whatever their type.

Partition key: `MSG#<message_id>`.*/
    #[inline]
    pub(crate) fn partition_gsi1(
        message_id: impl __KeyArgument<Ulid>,
    ) -> __Query<Self, crate::Discord, __p::Mixed<message_query::Gsi1>> {
        __p::partition_by_one(
            "gsi1",
            "message_id",
            <Ulid as __KeySource>::text_of_argument(&message_id),
        )
    }
    /**Queries index `by_author` for all items of this `author`, whatever their type.

Partition key: `AUTHOR#<author:lower>`.*/
    #[inline]
    pub(crate) fn partition_by_author(
        author: impl __KeyArgument<Option<String>>,
    ) -> __Query<Self, crate::Discord, __p::Mixed<message_query::ByAuthor>> {
        __p::partition_by_one(
            "by_author",
            "author",
            <Option<String> as __KeySource>::text_of_argument(&author),
        )
    }
    ///The attributes of a `Message`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub(crate) fn fields() -> MessageFields {
        MessageFields {
            channel_id: __handle("channelId"),
            message_id: __handle("id"),
            author: __handle("author"),
            edited_at: __handle("editedAt"),
            mentions: __handle("mentions"),
            payload: __handle("payload"),
            reactions: __handle("reactions"),
        }
    }
    ///Index `gsi1` with the `Message` items in it, for `db.scan_index(..)`.
    #[inline]
    #[must_use]
    pub(crate) const fn gsi1() -> __p::EntityIndex<Self, message_query::Gsi1> {
        __p::EntityIndex::new("gsi1")
    }
    ///Index `by_author` with the `Message` items in it, for `db.scan_index(..)`.
    #[inline]
    #[must_use]
    pub(crate) const fn by_author() -> __p::EntityIndex<Self, message_query::ByAuthor> {
        __p::EntityIndex::new("by_author")
    }
    /**The keys of this `Message` in index `gsi1`.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
    #[inline]
    pub(crate) fn gsi1_key(&self) -> __Result<__p::IndexKey, __p::Error> {
        __p::index_key(self, 0usize)
    }
    /**The keys of this `Message` in index `by_author`; `None` while a field of it is `None`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
    #[inline]
    pub(crate) fn by_author_key(&self) -> __Result<__Option<__p::IndexKey>, __p::Error> {
        __p::sparse_index_key(self, 1usize)
    }
}
/**A query of [`Message`] items that can be narrowed, field by field, in the order of the sort key: what `Message::query` and its like return, for `db.query(..)`.

A field is narrowed by a value, after which the next one can be, or by a range, `gt(..)` or `begins_with(..)`, after which none can.*/
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub(crate) struct MessageQuery<InState = __PrimaryKey>(
    __PartialKey,
    __p::PhantomData<fn() -> InState>,
);
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl<InState: __p::NarrowState> MessageQuery<InState> {
    /**Reads only items with this `timestamp`, or with a `timestamp` in this range.

- After `Message::query`: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`*/
    #[inline]
    pub(crate) fn timestamp<
        ByTimestamp: __p::Narrows<Self, message_query::timestamp, u64>,
    >(self, timestamp: ByTimestamp) -> ByTimestamp::Output {
        timestamp.apply(self, "timestamp")
    }
    /**Reads only items with this `message_id`, or with a `message_id` in this range.

- After `Message::query`: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`*/
    #[inline]
    pub(crate) fn message_id<
        ByMessageId: __p::Narrows<Self, message_query::message_id, Ulid>,
    >(self, message_id: ByMessageId) -> ByMessageId::Output {
        message_id.apply(self, "message_id")
    }
    /**Reads only items with this `channel_id`, or with a `channel_id` in this range.

- After `Message::query_gsi1`: `MSG#<message_id>` / `CHANNEL#<channel_id>`*/
    #[inline]
    pub(crate) fn channel_id<
        ByChannelId: __p::Narrows<Self, message_query::channel_id, ChannelId>,
    >(self, channel_id: ByChannelId) -> ByChannelId::Output {
        channel_id.apply(self, "channel_id")
    }
    /**Reads only items with this `edited_at`, or with a `edited_at` in this range.

- After `Message::query_by_author`: `AUTHOR#<author:lower>` / `edited_at`*/
    #[inline]
    pub(crate) fn edited_at<
        ByEditedAt: __p::Narrows<Self, message_query::edited_at, Option<Timestamp>>,
    >(self, edited_at: ByEditedAt) -> ByEditedAt::Output {
        edited_at.apply(self, "edited_at")
    }
}
///What queries of a `Message` read, and which field narrows them next: these types stand in signatures and messages, and have no values.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub(crate) mod message_query {
    ///Index `gsi1`: `MSG#<message_id>` / `CHANNEL#<channel_id>`.
    pub enum Gsi1 {}
    ///Index `by_author`: `AUTHOR#<author:lower>` / `edited_at`.
    pub enum ByAuthor {}
    ///Field `timestamp`, which narrows queries.
    pub enum timestamp {}
    ///Field `message_id`, which narrows queries.
    pub enum message_id {}
    ///Field `channel_id`, which narrows queries.
    pub enum channel_id {}
    ///Field `edited_at`, which narrows queries.
    pub enum edited_at {}
}
///The attributes of a [`Message`], for conditions, filters and updates: what `Message::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub(crate) struct MessageFields {
    ///Attribute `channelId`.
    pub channel_id: __p::Field<Message, ChannelId, __p::InKey>,
    ///Attribute `id`.
    pub message_id: __p::Field<Message, Ulid, __p::InKey>,
    ///Attribute `author`.
    pub author: __p::Field<
        Message,
        Option<String>,
        __p::Partly<message_fields::author_and_edited_at, __p::Indexed, 3usize>,
    >,
    ///Attribute `editedAt`.
    pub edited_at: __p::Field<
        Message,
        Option<Timestamp>,
        __p::Partly<message_fields::author_and_edited_at, __p::Indexed, 4usize>,
    >,
    ///Attribute `mentions`.
    pub mentions: __p::Field<Message, __p::SetOf<BTreeSet<String>>, __p::Free>,
    ///Attribute `payload`.
    pub payload: __p::Field<Message, __p::SerdeOf<Foreign>, __p::Free>,
    ///Attribute `reactions`.
    pub reactions: __p::Field<Message, Vec<Reaction>, __p::Free>,
}
///What updates of a `Message` ask of its fields: these types stand in signatures and messages, and have no values.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub(crate) mod message_fields {
    ///`author` and `edited_at` of a `Message` change together: index keys are made from them.
    pub enum author_and_edited_at {}
    ///`author` and `edited_at` of a `Message` change together: index keys are made from them.
    #[diagnostic::on_unimplemented(
        message = "an index key is made from `author`, `edited_at` together, and changing a part of them would leave it stale",
        label = "only a part of an index key",
        note = "help: set them together: `.set((Message::fields().author, Message::fields().edited_at), (author, edited_at))`"
    )]
    pub trait whole_author_and_edited_at {}
}
#[doc(hidden)]
#[allow(
    dead_code,
    deprecated,
    for_loops_over_fallibles,
    long_running_const_eval,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_code,
    unreachable_patterns,
    unreachable_pub,
    unused_mut,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
)]
const _: () = {
    use ::dynamo_core::private::named::*;
    impl<InState: __p::NarrowState> __p::QueryState for MessageQuery<InState> {
        type Entity = Message;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = MessageQuery<__T>;
        #[inline]
        fn from_key(__key: __PartialKey) -> Self {
            Self(__key, __p::PhantomData)
        }
        #[inline]
        fn into_key(self) -> __PartialKey {
            self.0
        }
    }
    impl<InState> __p::Clone for MessageQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    impl<InState> __p::fmt::Debug for MessageQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    impl __p::Source for message_query::Gsi1 {
        type Facts = __p::Facts<
            { __p::index_class(&__STATIC, 0) },
            __p::IndexName<828994407>,
        >;
    }
    impl __p::Source for message_query::ByAuthor {
        type Facts = __p::Facts<
            { __p::index_class(&__STATIC, 1) },
            __p::IndexName<2110956618786170435938>,
        >;
    }
    impl __p::SortField for message_query::timestamp {
        type Order = (__PrimaryKey, message_query::timestamp, message_query::message_id);
    }
    impl __p::NextIs<message_query::timestamp> for __PrimaryKey {
        type Then = __p::Given<__PrimaryKey, message_query::timestamp>;
        type KeyOrder = __p::Ordered;
    }
    impl __p::SortField for message_query::message_id {
        type Order = (__PrimaryKey, message_query::timestamp, message_query::message_id);
    }
    impl __p::NextIs<message_query::message_id>
    for __p::Given<__PrimaryKey, message_query::timestamp> {
        type Then = __p::Complete<__PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
    impl __p::SortField for message_query::channel_id {
        type Order = (message_query::Gsi1, message_query::channel_id);
    }
    impl __p::NextIs<message_query::channel_id> for message_query::Gsi1 {
        type Then = __p::Complete<message_query::Gsi1>;
        type KeyOrder = <__p::KeyOrder<
            { __p::in_order(<ChannelId as __KeySource>::FACTS.0, false, "", 0) },
        > as __p::IsOrder>::Order;
    }
    impl __p::SortField for message_query::edited_at {
        type Order = (message_query::ByAuthor, message_query::edited_at);
    }
    impl __p::NextIs<message_query::edited_at> for message_query::ByAuthor {
        type Then = __p::Complete<message_query::ByAuthor>;
        type KeyOrder = <__p::KeyOrder<
            { __p::in_order(<Option<Timestamp> as __KeySource>::FACTS.0, false, "", 0) },
        > as __p::IsOrder>::Order;
    }
    #[automatically_derived]
    impl __p::Clone for MessageFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for MessageFields {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl message_fields::whole_author_and_edited_at
    for (__p::At<3usize>, __p::At<4usize>) {}
    #[automatically_derived]
    impl<__Places: message_fields::whole_author_and_edited_at> __p::SetTogether<__Places>
    for message_fields::author_and_edited_at {}
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Message");
    static __PARTS: [__Part; 13usize] = [
        __Part::Literal("CHANNEL#"),
        __plain("channel_id", 0usize, <ChannelId as __KeySource>::FACTS),
        __Part::Literal("MSG#"),
        __Part::Field(
            __p::part(
                "timestamp",
                1usize,
                __p::Format::Padded(13usize),
                <u64 as __KeySource>::FACTS,
            ),
        ),
        __Part::Literal("#"),
        __plain("message_id", 2usize, <Ulid as __KeySource>::FACTS),
        __Part::Literal("MSG#"),
        __plain("message_id", 2usize, <Ulid as __KeySource>::FACTS),
        __Part::Literal("CHANNEL#"),
        __plain("channel_id", 0usize, <ChannelId as __KeySource>::FACTS),
        __Part::Literal("AUTHOR#"),
        __Part::Field(
            __p::part(
                "author",
                3usize,
                __p::Format::Folded(__p::Case::Lower),
                <Option<String> as __KeySource>::FACTS,
            ),
        ),
        __Part::Field(
            __p::part(
                "edited_at",
                4usize,
                __p::Format::Bare,
                <Option<Timestamp> as __KeySource>::FACTS,
            ),
        ),
    ];
    static __KEYS: [__p::KeySpec; 6usize] = __p::keys(
        &__PARTS,
        [
            ("CHANNEL#<channel_id>", 2, 2543484092180154435, 8),
            ("MSG#<timestamp:013>#<message_id>", 4, 591876941, 4),
            ("MSG#<message_id>", 2, 591876941, 4),
            ("CHANNEL#<channel_id>", 2, 2543484092180154435, 8),
            ("AUTHOR#<author:lower>", 2, 9942124654253377, 7),
            ("edited_at", 1, 0, 0),
        ],
    );
    static __INDEXES: __p::Indexes<3usize, 4usize> = __p::indexes(
        <crate::Discord as __p::Table>::LAYOUT,
        &__KEYS,
        [
            ("gsi1", __p::In::Always, 1, 1),
            ("by_author", __p::In::Sparse, 1, 1),
            ("by_topic", __p::In::Never, 0, 0),
        ],
    );
    static __FIELDS: [__p::FieldSchema; 8usize] = [
        __stored("channel_id", "channelId", <ChannelId as __KeySource>::STORED),
        __p::unstored("timestamp", false),
        __p::field(
            "message_id",
            "id",
            <Ulid as __KeySource>::STORED,
            __p::Role::Plain,
            false,
            &["messageId"],
        ),
        __stored("author", "author", <Option<String> as __KeySource>::STORED),
        __stored("edited_at", "editedAt", <Option<Timestamp> as __KeySource>::STORED),
        __stored(
            "mentions",
            "mentions",
            (<__p::AsSet as __p::Adapter<BTreeSet<String>>>::TYPE, false),
        ),
        __p::field(
            "payload",
            "payload",
            (__p::AttributeType::Any, false),
            __p::Role::Plain,
            true,
            &[],
        ),
        __stored("reactions", "reactions", <Vec<Reaction> as __Attribute>::FACTS),
    ];
    static __STATIC: __p::EntitySchema = __p::entity(
        __ID,
        "Message",
        "Msg",
        <crate::Discord as __p::Table>::LAYOUT,
        __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        &__FIELDS,
        &__KEYS,
        &__INDEXES,
        340282366920938463463374607431768211455,
    );
    #[automatically_derived]
    impl __p::Entity for Message {
        type Table = crate::Discord;
        type KeyFields = (
            <ChannelId as __KeySource>::Key,
            <u64 as __KeySource>::Key,
            <Ulid as __KeySource>::Key,
        );
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<crate::Discord as __p::Table>::SCHEMA, &__STATIC) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = &__STATIC;
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(
                __then,
                &[
                    <ChannelId as __KeySource>::key_text(&self.channel_id),
                    <u64 as __KeySource>::key_text(&self.timestamp),
                    <Ulid as __KeySource>::key_text(&self.message_id),
                    <Option<String> as __KeySource>::key_text(&self.author),
                    <Option<Timestamp> as __KeySource>::key_text(&self.edited_at),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <ChannelId as __KeySource>::write_field(
                &self.channel_id,
                __m,
                &__name_of("channelId", "\"channelId\":"),
            );
            <Ulid as __KeySource>::write_field(
                &self.message_id,
                __m,
                &__name_of("id", "\"id\":"),
            );
            <Option<
                String,
            > as __KeySource>::write_field(
                &self.author,
                __m,
                &__name_of("author", "\"author\":"),
            );
            <Option<
                Timestamp,
            > as __KeySource>::write_key_field(
                &self.edited_at,
                __m,
                &__name_of("editedAt", "\"editedAt\":"),
            );
            <__p::AsSet as __p::Adapter<
                BTreeSet<String>,
            >>::write_field(
                &self.mentions,
                __m,
                &__name_of("mentions", "\"mentions\":"),
            );
            __p::write_serde(&self.payload, __m, &__name_of("payload", "\"payload\":"));
            <Vec<
                Reaction,
            > as __Attribute>::write_field(
                &self.reactions,
                __m,
                &__name_of("reactions", "\"reactions\":"),
            );
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<ChannelId> = __None;
            let mut __f2: __Option<Ulid> = __None;
            let mut __f3: __Option<Option<String>> = __None;
            let mut __f4: __Option<Option<Timestamp>> = __None;
            let mut __f5: __Option<BTreeSet<String>> = __None;
            let mut __f6: __Option<Foreign> = __None;
            let mut __f7: __Option<Vec<Reaction>> = __None;
            while let __Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "channelId" => {
                        <ChannelId as __KeySource>::read_field(
                            &mut __f0,
                            __value,
                            "channelId",
                        )
                    }
                    "id" | "messageId" => {
                        <Ulid as __KeySource>::read_field(&mut __f2, __value, "id")
                    }
                    "author" => {
                        <Option<
                            String,
                        > as __KeySource>::read_field(&mut __f3, __value, "author")
                    }
                    "editedAt" => {
                        <Option<
                            Timestamp,
                        > as __KeySource>::read_field(&mut __f4, __value, "editedAt")
                    }
                    "mentions" => {
                        <__p::AsSet as __p::Adapter<
                            BTreeSet<String>,
                        >>::read_field(&mut __f5, __value, "mentions")
                    }
                    "payload" => __p::read_serde(&mut __f6, __value, "payload"),
                    "reactions" => {
                        <Vec<
                            Reaction,
                        > as __Attribute>::read_field(&mut __f7, __value, "reactions")
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let (_, __f1, _) = match __keys.fields::<Self>() {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            };
            let mut __missing = __p::Missing::NONE;
            let (
                __Some(__f0),
                __Some(__f2),
                __Some(__f3),
                __Some(__f4),
                __Some(__f5),
                __Some(__f6),
            ) = (
                <ChannelId as __KeySource>::finish_field(
                    __f0,
                    "channelId",
                    &mut __missing,
                ),
                <Ulid as __KeySource>::finish_field(__f2, "id", &mut __missing),
                <Option<
                    String,
                > as __KeySource>::finish_field(__f3, "author", &mut __missing),
                <Option<
                    Timestamp,
                > as __KeySource>::finish_field(__f4, "editedAt", &mut __missing),
                <__p::AsSet as __p::Adapter<
                    BTreeSet<String>,
                >>::finish_field(__f5, "mentions", &mut __missing),
                __p::finish_serde(__f6, "payload", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                channel_id: __f0,
                timestamp: __f1,
                message_id: __f2,
                author: __f3,
                edited_at: __f4,
                mentions: __f5,
                payload: __f6,
                reactions: match __f7 {
                    __Some(__value) => __value,
                    __None => __p::Default::default(),
                },
            })
        }
    }
    #[automatically_derived]
    impl __p::fmt::Debug for Message {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __f.debug_struct("Message")
                .field("channel_id", &self.channel_id)
                .field("timestamp", &self.timestamp)
                .field("message_id", &self.message_id)
                .field("author", &self.author)
                .field("edited_at", &self.edited_at)
                .field("mentions", &self.mentions)
                .field("payload", &::core::format_args!("[redacted]"))
                .field("reactions", &self.reactions)
                .finish()
        }
    }
    const _: () = {
        let __found = &__p::check::entity(
            <crate::Discord as __p::Table>::SCHEMA,
            &__STATIC,
            &[],
        );
        match __found.place {
            0 => __tell(__found),
            1 => __tell(__found),
            2 => __tell(__found),
            3 => __tell(__found),
            4 => __tell(__found),
            5 => __tell(__found),
            6 => __tell(__found),
            7 => __tell(__found),
            8 => __tell(__found),
            9 => __tell(__found),
            11 => __tell(__found),
            13 => __tell(__found),
            14 => __tell(__found),
            15 => __tell(__found),
            16 => __tell(__found),
            17 => __tell(__found),
            18 => __tell(__found),
            _ => {}
        }
    };
};
