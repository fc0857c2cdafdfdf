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
| `Message::set_author_and_edited_at(author, edited_at)` | new values of fields that an index key is made from, for `update(..).apply(..)` |
| `Message::gsi1()` | the index, for `db.scan_index(..)` |
| `self.gsi1_key()` | its keys there: `MSG#<message_id>` / `CHANNEL#<channel_id>` |
| `Message::by_author()` | the index, for `db.scan_index(..)` |
| `self.by_author_key()` | its keys there: `AUTHOR#<author:lower>` / `edited_at` |*/
#[automatically_derived]
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
        channel_id: impl __p::KeyArgument<ChannelId>,
        timestamp: impl __p::KeyArgument<u64>,
        message_id: impl __p::KeyArgument<Ulid>,
    ) -> __p::Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <ChannelId as __p::KeySource>::text_of_argument(&channel_id),
                <u64 as __p::KeySource>::text_of_argument(&timestamp),
                <Ulid as __p::KeySource>::text_of_argument(&message_id),
            ],
        )
    }
    /**Reads `channel_id`, `timestamp`, `message_id` back from the primary key of a `Message`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
    #[inline]
    pub(crate) fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<
            Self,
        >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Message` items of this `channel_id`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
    #[inline]
    pub(crate) fn query(
        channel_id: impl __p::KeyArgument<ChannelId>,
    ) -> MessageQuery<__p::PrimaryKey> {
        <MessageQuery<
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::table()
                .given(
                    "channel_id",
                    <ChannelId as __p::KeySource>::text_of_argument(&channel_id),
                ),
        )
    }
    /**Queries index `gsi1` for `Message` items of this `message_id`.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
    #[inline]
    pub(crate) fn query_gsi1(
        message_id: impl __p::KeyArgument<Ulid>,
    ) -> MessageQuery<message_query::Gsi1> {
        <MessageQuery<
            message_query::Gsi1,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::index("gsi1")
                .given(
                    "message_id",
                    <Ulid as __p::KeySource>::text_of_argument(&message_id),
                ),
        )
    }
    /**Queries index `by_author` for `Message` items of this `author`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
    #[inline]
    pub(crate) fn query_by_author(
        author: impl __p::KeyArgument<Option<String>>,
    ) -> MessageQuery<message_query::ByAuthor> {
        <MessageQuery<
            message_query::ByAuthor,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::index("by_author")
                .given(
                    "author",
                    <Option<String> as __p::KeySource>::text_of_argument(&author),
                ),
        )
    }
    /**Queries the table for all items of this `channel_id`, whatever their type.

Partition key: `CHANNEL#<channel_id>`.*/
    #[inline]
    pub(crate) fn partition(
        channel_id: impl __p::KeyArgument<ChannelId>,
    ) -> __p::Query<Self, crate::Discord, __p::PrimaryKey> {
        __p::Query::partition(
            __p::Narrow::table()
                .given(
                    "channel_id",
                    <ChannelId as __p::KeySource>::text_of_argument(&channel_id),
                ),
        )
    }
    /**Queries index `gsi1` for all items of this `message_id`, whatever their type.

Partition key: `MSG#<message_id>`.*/
    #[inline]
    pub(crate) fn partition_gsi1(
        message_id: impl __p::KeyArgument<Ulid>,
    ) -> __p::Query<Self, crate::Discord, __p::Mixed<message_query::Gsi1>> {
        __p::Query::partition(
            __p::Narrow::index("gsi1")
                .given(
                    "message_id",
                    <Ulid as __p::KeySource>::text_of_argument(&message_id),
                ),
        )
    }
    /**Queries index `by_author` for all items of this `author`, whatever their type.

Partition key: `AUTHOR#<author:lower>`.*/
    #[inline]
    pub(crate) fn partition_by_author(
        author: impl __p::KeyArgument<Option<String>>,
    ) -> __p::Query<Self, crate::Discord, __p::Mixed<message_query::ByAuthor>> {
        __p::Query::partition(
            __p::Narrow::index("by_author")
                .given(
                    "author",
                    <Option<String> as __p::KeySource>::text_of_argument(&author),
                ),
        )
    }
    ///The attributes of a `Message`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub(crate) fn fields() -> MessageFields {
        MessageFields {
            channel_id: __p::Field::new("channelId"),
            message_id: __p::Field::new("id"),
            author: __p::Field::new("author"),
            edited_at: __p::Field::new("editedAt"),
            mentions: __p::Field::new("mentions"),
            payload: __p::Field::new("payload"),
            reactions: __p::Field::new("reactions"),
        }
    }
    ///New values of `author` and `edited_at` of a `Message`, from which an index key is made, for `apply` of an update: the key changes with them.
    #[inline]
    pub(crate) fn set_author_and_edited_at(
        author: impl __p::ValueFor<Option<String>>,
        edited_at: impl __p::ValueFor<Option<Timestamp>>,
    ) -> __p::Assignments<Self> {
        __p::Assignments::new()
            .field::<<Option<String> as __p::KeySource>::Stored>("author", author)
            .field::<
                <Option<Timestamp> as __p::KeySource>::Stored,
            >("editedAt", edited_at)
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
    pub(crate) fn gsi1_key(&self) -> __p::Result<__p::IndexKey, __p::Error> {
        __p::index_key(self, 0usize)
    }
    /**The keys of this `Message` in index `by_author`; `None` while a field of it is `None`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
    #[inline]
    pub(crate) fn by_author_key(
        &self,
    ) -> __p::Result<__p::Option<__p::IndexKey>, __p::Error> {
        __p::sparse_index_key(self, 1usize)
    }
}
/**A query of [`Message`] items that can be narrowed, field by field, in the order of the sort key: what `Message::query` and its like return, for `db.query(..)`.

A field is narrowed by a value, after which the next one can be, or by a range, `after(..)` or `begins_with(..)`, after which none can.*/
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub(crate) struct MessageQuery<InState = __p::PrimaryKey>(
    __p::Narrow<Message>,
    __p::PhantomData<fn() -> InState>,
);
#[automatically_derived]
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
        __p::Partly<message_fields::set_author_and_edited_at>,
    >,
    ///Attribute `editedAt`.
    pub edited_at: __p::Field<
        Message,
        Option<Timestamp>,
        __p::Partly<message_fields::set_author_and_edited_at>,
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
    ///Fields that change together: see `Message::set_author_and_edited_at`.
    pub enum set_author_and_edited_at {}
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
    use ::dynamo_core::private as __p;
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::QueryState for MessageQuery<InState> {
        type Entity = Message;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = MessageQuery<__T>;
        type Complete = MessageQuery<__p::Complete<InState::Source>>;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Message>) -> Self {
            Self(__narrow, __p::PhantomData)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Message> {
            self.0
        }
    }
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::OpenQuery for MessageQuery<InState> {}
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::From<MessageQuery<InState>>
    for __p::Query<Message, Message, InState::Source> {
        #[inline]
        fn from(__query: MessageQuery<InState>) -> Self {
            __p::QueryState::from_narrow(__query.0)
        }
    }
    #[automatically_derived]
    impl<InState> __p::Clone for MessageQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    #[automatically_derived]
    impl<InState> __p::fmt::Debug for MessageQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    type __Facts_gsi1 = __p::Facts<
        { __p::index_class(__SCHEMA, 0usize) },
        { __p::index_position(__SCHEMA, 0usize) },
    >;
    #[automatically_derived]
    impl __p::Source for message_query::Gsi1 {
        type Facts = __Facts_gsi1;
        type MixedFacts = <__Facts_gsi1 as __p::AreFacts>::Mixed;
    }
    type __Facts_by_author = __p::Facts<
        { __p::index_class(__SCHEMA, 1usize) },
        { __p::index_position(__SCHEMA, 1usize) },
    >;
    #[automatically_derived]
    impl __p::Source for message_query::ByAuthor {
        type Facts = __Facts_by_author;
        type MixedFacts = <__Facts_by_author as __p::AreFacts>::Mixed;
    }
    #[automatically_derived]
    impl __p::SortField for message_query::timestamp {
        type Order = (
            __p::PrimaryKey,
            message_query::timestamp,
            message_query::message_id,
        );
    }
    #[automatically_derived]
    impl __p::NextIs<message_query::timestamp> for __p::PrimaryKey {
        type Then = __p::Given<__p::PrimaryKey, message_query::timestamp>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::SortField for message_query::message_id {
        type Order = (
            __p::PrimaryKey,
            message_query::timestamp,
            message_query::message_id,
        );
    }
    #[automatically_derived]
    impl __p::NextIs<message_query::message_id>
    for __p::Given<__p::PrimaryKey, message_query::timestamp> {
        type Then = __p::Complete<__p::PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::SortField for message_query::channel_id {
        type Order = (message_query::Gsi1, message_query::channel_id);
    }
    #[automatically_derived]
    impl __p::NextIs<message_query::channel_id> for message_query::Gsi1 {
        type Then = __p::Complete<message_query::Gsi1>;
        type KeyOrder = <__p::KeyOrder<
            { __p::in_order(<ChannelId as __p::KeySource>::FACTS.0, false, "", 0) },
        > as __p::IsOrder>::Order;
    }
    #[automatically_derived]
    impl __p::SortField for message_query::edited_at {
        type Order = (message_query::ByAuthor, message_query::edited_at);
    }
    #[automatically_derived]
    impl __p::NextIs<message_query::edited_at> for message_query::ByAuthor {
        type Then = __p::Complete<message_query::ByAuthor>;
        type KeyOrder = <__p::KeyOrder<
            {
                __p::in_order(
                    <Option<Timestamp> as __p::KeySource>::FACTS.0,
                    false,
                    "",
                    0,
                )
            },
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
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Message");
    const __LAYOUT: &__p::TableLayout = <crate::Discord as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[
        __p::index_use(
            __LAYOUT,
            "gsi1",
            __p::Membership::Always(
                __p::IndexKeys::Two(
                    &[
                        __p::template(
                            "MSG#<message_id>",
                            &[
                                __p::Part::Literal("MSG#"),
                                __p::plain(
                                    "message_id",
                                    2usize,
                                    <Ulid as __p::KeySource>::FACTS,
                                ),
                            ],
                            (4u64, 4usize),
                            (591876941u64, 4u32),
                        ),
                    ],
                    &[
                        __p::template(
                            "CHANNEL#<channel_id>",
                            &[
                                __p::Part::Literal("CHANNEL#"),
                                __p::plain(
                                    "channel_id",
                                    0usize,
                                    <ChannelId as __p::KeySource>::FACTS,
                                ),
                            ],
                            (1u64, 8usize),
                            (2543484092180154435u64, 8u32),
                        ),
                    ],
                ),
            ),
        ),
        __p::index_use(
            __LAYOUT,
            "by_author",
            __p::Membership::Sparse(
                __p::IndexKeys::Two(
                    &[
                        __p::template(
                            "AUTHOR#<author:lower>",
                            &[
                                __p::Part::Literal("AUTHOR#"),
                                __p::Part::Field(
                                    __p::part(
                                        "author",
                                        3usize,
                                        __p::Format::Folded(__p::Case::Lower),
                                        <Option<String> as __p::KeySource>::FACTS,
                                    ),
                                ),
                            ],
                            (18446744073709551615u64, 0usize),
                            (9942124654253377u64, 7u32),
                        ),
                    ],
                    &[
                        __p::KeySpec::Field(
                            __p::part(
                                "edited_at",
                                4usize,
                                __p::Format::Bare,
                                <Option<Timestamp> as __p::KeySource>::FACTS,
                            ),
                        ),
                    ],
                ),
            ),
        ),
        __p::index_use(__LAYOUT, "by_topic", __p::Membership::None),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "Message",
        tag: "Msg",
        layout: __LAYOUT,
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        fields: &[
            __p::stored(
                "channel_id",
                "channelId",
                <<ChannelId as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::unstored("timestamp", false),
            __p::field(
                "message_id",
                "id",
                <<Ulid as __p::KeySource>::Stored as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &["messageId"],
            ),
            __p::stored(
                "author",
                "author",
                <<Option<String> as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored(
                "edited_at",
                "editedAt",
                <<Option<Timestamp> as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored(
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
            __p::stored(
                "reactions",
                "reactions",
                <Vec<Reaction> as __p::Attribute>::FACTS,
            ),
        ],
        pk: __p::template(
            "CHANNEL#<channel_id>",
            &[
                __p::Part::Literal("CHANNEL#"),
                __p::plain("channel_id", 0usize, <ChannelId as __p::KeySource>::FACTS),
            ],
            (1u64, 8usize),
            (2543484092180154435u64, 8u32),
        ),
        sk: __p::Some(
            __p::template(
                "MSG#<timestamp:013>#<message_id>",
                &[
                    __p::Part::Literal("MSG#"),
                    __p::Part::Field(
                        __p::part(
                            "timestamp",
                            1usize,
                            __p::Format::Padded(13usize),
                            <u64 as __p::KeySource>::FACTS,
                        ),
                    ),
                    __p::Part::Literal("#"),
                    __p::plain("message_id", 2usize, <Ulid as __p::KeySource>::FACTS),
                ],
                (6u64, 18usize),
                (591876941u64, 4u32),
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<4usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
    #[automatically_derived]
    impl __p::Entity for Message {
        type Table = crate::Discord;
        type KeyFields = (
            <ChannelId as __p::KeySource>::Key,
            <u64 as __p::KeySource>::Key,
            <Ulid as __p::KeySource>::Key,
        );
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<crate::Discord as __p::Table>::SCHEMA, __SCHEMA) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        #[inline]
        fn key_texts(
            &self,
            __then: &mut dyn __p::FnMut(&[__p::Option<__p::KeyText<'_>>]),
        ) {
            __then(
                &[
                    <ChannelId as __p::KeySource>::key_text(&self.channel_id),
                    <u64 as __p::KeySource>::key_text(&self.timestamp),
                    <Ulid as __p::KeySource>::key_text(&self.message_id),
                    <Option<String> as __p::KeySource>::key_text(&self.author),
                    <Option<Timestamp> as __p::KeySource>::key_text(&self.edited_at),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            if let __p::Err(__error) = <<ChannelId as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.channel_id,
                __m,
                &__p::Name::new("channelId", "\"channelId\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <<Ulid as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.message_id,
                __m,
                &__p::Name::new("id", "\"id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <<Option<
                String,
            > as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.author,
                __m,
                &__p::Name::new("author", "\"author\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = __p::MapEncoder::key_field(
                __m,
                &__p::Name::new("editedAt", "\"editedAt\":"),
                &self.edited_at,
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <__p::AsSet as __p::Adapter<
                BTreeSet<String>,
            >>::write_field(
                &self.mentions,
                __m,
                &__p::Name::new("mentions", "\"mentions\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = __p::MapEncoder::field(
                __m,
                &__p::Name::new("payload", "\"payload\":"),
                &match __p::encode_serde(&self.payload, "payload") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Vec<
                Reaction,
            > as __p::Attribute>::write_field(
                &self.reactions,
                __m,
                &__p::Name::new("reactions", "\"reactions\":"),
            ) {
                return __p::Err(__error);
            }
            __p::Ok(())
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            let mut __f0: __p::Option<ChannelId> = __p::None;
            let mut __f2: __p::Option<Ulid> = __p::None;
            let mut __f3: __p::Option<Option<String>> = __p::None;
            let mut __f4: __p::Option<Option<Timestamp>> = __p::None;
            let mut __f5: __p::Option<BTreeSet<String>> = __p::None;
            let mut __f6: __p::Option<Foreign> = __p::None;
            let mut __f7: __p::Option<Vec<Reaction>> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "channelId" => {
                        <<ChannelId as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "channelId",
                        )
                    }
                    "id" | "messageId" => {
                        <<Ulid as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "id",
                        )
                    }
                    "author" => {
                        <<Option<
                            String,
                        > as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f3,
                            __value,
                            "author",
                        )
                    }
                    "editedAt" => {
                        <<Option<
                            Timestamp,
                        > as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f4,
                            __value,
                            "editedAt",
                        )
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
                        > as __p::Attribute>::read_field(&mut __f7, __value, "reactions")
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __p::Err(__error) = __read {
                    return __p::Err(__error);
                }
            }
            let (_, __f1, _) = match __keys.fields::<Self>() {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            };
            __p::Ok(Self {
                channel_id: match <<ChannelId as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f0,
                    "channelId",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                timestamp: __f1,
                message_id: match <<Ulid as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f2,
                    "id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                author: match <<Option<
                    String,
                > as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f3,
                    "author",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                edited_at: match <<Option<
                    Timestamp,
                > as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f4,
                    "editedAt",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                mentions: match <__p::AsSet as __p::Adapter<
                    BTreeSet<String>,
                >>::finish_field(__f5, "mentions") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                payload: match __p::finish_serde(__f6, "payload") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                reactions: match __f7 {
                    __p::Some(__value) => __value,
                    __p::None => __p::Default::default(),
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
    use __p::check::{
        tell_first as __First, tell_second as __Second, tell_third as __Third,
    };
    const __FOUND: __p::check::Findings = __p::check::entity(
        <crate::Discord as __p::Table>::SCHEMA,
        __SCHEMA,
        &[__p::None, __p::None, __p::None],
    );
    const _: () = match __FOUND.first {
        0usize => __First(__FOUND),
        1usize => __First(__FOUND),
        2usize => __First(__FOUND),
        3usize => __First(__FOUND),
        4usize => __First(__FOUND),
        5usize => __First(__FOUND),
        6usize => __First(__FOUND),
        7usize => __First(__FOUND),
        8usize => __First(__FOUND),
        9usize => __First(__FOUND),
        11usize => __First(__FOUND),
        13usize => __First(__FOUND),
        14usize => __First(__FOUND),
        15usize => __First(__FOUND),
        16usize => __First(__FOUND),
        17usize => __First(__FOUND),
        18usize => __First(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.second {
        0usize => __Second(__FOUND),
        1usize => __Second(__FOUND),
        2usize => __Second(__FOUND),
        3usize => __Second(__FOUND),
        4usize => __Second(__FOUND),
        5usize => __Second(__FOUND),
        6usize => __Second(__FOUND),
        7usize => __Second(__FOUND),
        8usize => __Second(__FOUND),
        9usize => __Second(__FOUND),
        11usize => __Second(__FOUND),
        13usize => __Second(__FOUND),
        14usize => __Second(__FOUND),
        15usize => __Second(__FOUND),
        16usize => __Second(__FOUND),
        17usize => __Second(__FOUND),
        18usize => __Second(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.third {
        0usize => __Third(__FOUND),
        1usize => __Third(__FOUND),
        2usize => __Third(__FOUND),
        3usize => __Third(__FOUND),
        4usize => __Third(__FOUND),
        5usize => __Third(__FOUND),
        6usize => __Third(__FOUND),
        7usize => __Third(__FOUND),
        8usize => __Third(__FOUND),
        9usize => __Third(__FOUND),
        11usize => __Third(__FOUND),
        13usize => __Third(__FOUND),
        14usize => __Third(__FOUND),
        15usize => __Third(__FOUND),
        16usize => __Third(__FOUND),
        17usize => __Third(__FOUND),
        18usize => __Third(__FOUND),
        _ => {}
    };
};
