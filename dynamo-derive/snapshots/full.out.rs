#[doc(hidden)]
#[allow(
    dead_code,
    deprecated,
    for_loops_over_fallibles,
    long_running_const_eval,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_code,
    unreachable_patterns,
    unused_mut,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
)]
const _: () = {
    use ::dynamo_core::private as __p;
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
                                __p::Part::Field(
                                    __p::part(
                                        "message_id",
                                        2usize,
                                        __p::Format::Plain,
                                        <Ulid as __p::KeySource>::FACTS,
                                    ),
                                ),
                            ],
                        ),
                    ],
                    &[
                        __p::template(
                            "CHANNEL#<channel_id>",
                            &[
                                __p::Part::Literal("CHANNEL#"),
                                __p::Part::Field(
                                    __p::part(
                                        "channel_id",
                                        0usize,
                                        __p::Format::Plain,
                                        <ChannelId as __p::KeySource>::FACTS,
                                    ),
                                ),
                            ],
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
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: __ID,
        name: "Message",
        tag: "Msg",
        layout: __LAYOUT,
        fields: &[
            __p::field(
                "channel_id",
                "channelId",
                <ChannelId as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::unstored("timestamp", false),
            __p::field(
                "message_id",
                "id",
                <Ulid as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &["messageId"],
            ),
            __p::field(
                "author",
                "author",
                <Option<String> as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "edited_at",
                "editedAt",
                <Option<Timestamp> as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "mentions",
                "mentions",
                (<__p::AsSet as __p::Adapter<BTreeSet<String>>>::TYPE, false),
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "payload",
                "payload",
                (__p::AttributeType::Any, false),
                __p::Role::Plain,
                true,
                &[],
            ),
            __p::field(
                "reactions",
                "reactions",
                <Vec<Reaction> as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
        ],
        pk: __p::template(
            "CHANNEL#<channel_id>",
            &[
                __p::Part::Literal("CHANNEL#"),
                __p::Part::Field(
                    __p::part(
                        "channel_id",
                        0usize,
                        __p::Format::Plain,
                        <ChannelId as __p::KeySource>::FACTS,
                    ),
                ),
            ],
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
                    __p::Part::Field(
                        __p::part(
                            "message_id",
                            2usize,
                            __p::Format::Plain,
                            <Ulid as __p::KeySource>::FACTS,
                        ),
                    ),
                ],
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<4usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        shards: 0,
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    #[automatically_derived]
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
                    __p::KeyArgument::<ChannelId>::key_text(&channel_id),
                    __p::KeyArgument::<u64>::key_text(&timestamp),
                    __p::KeyArgument::<Ulid>::key_text(&message_id),
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
    pub(crate) struct __MessageFields {
        ///Attribute `channelId`.
        pub channel_id: __p::Field<Message, ChannelId, __p::InKey>,
        ///Attribute `id`.
        pub message_id: __p::Field<Message, Ulid, __p::InKey>,
        ///Attribute `author`.
        pub author: __p::Field<
            Message,
            Option<String>,
            __p::Partly<set_author_and_edited_at>,
        >,
        ///Attribute `editedAt`.
        pub edited_at: __p::Field<
            Message,
            Option<Timestamp>,
            __p::Partly<set_author_and_edited_at>,
        >,
        ///Attribute `mentions`.
        pub mentions: __p::Field<Message, __p::SetOf<BTreeSet<String>>, __p::Free>,
        ///Attribute `payload`.
        pub payload: __p::Field<Message, __p::SerdeOf<Foreign>, __p::Free>,
        ///Attribute `reactions`.
        pub reactions: __p::Field<Message, Vec<Reaction>, __p::Free>,
    }
    pub struct set_author_and_edited_at;
    #[automatically_derived]
    impl Message {
        ///The attributes of a `Message`, for conditions, filters and updates.
        #[inline]
        pub(crate) fn fields() -> __MessageFields {
            __MessageFields {
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
            author: Option<String>,
            edited_at: Option<Timestamp>,
        ) -> __p::Assignments<Self> {
            __p::Assignments::new()
                .field::<Option<String>>("author", &author)
                .field::<Option<Timestamp>>("editedAt", &edited_at)
        }
    }
    type __Via_gsi1 = __p::Via<
        { __p::index_kind(__SCHEMA, 0usize) },
        { __p::holds(__SCHEMA, 0usize) },
        { __p::index_position(__SCHEMA, 0usize) },
    >;
    type __ViaAny_gsi1 = <__Via_gsi1 as __p::IsVia>::Full<
        { __p::holds_everything(__SCHEMA, 0usize) },
    >;
    type __Via_by_author = __p::Via<
        { __p::index_kind(__SCHEMA, 1usize) },
        { __p::holds(__SCHEMA, 1usize) },
        { __p::index_position(__SCHEMA, 1usize) },
    >;
    type __ViaAny_by_author = <__Via_by_author as __p::IsVia>::Full<
        { __p::holds_everything(__SCHEMA, 1usize) },
    >;
    pub(crate) struct __MessageQuery<__V, const __OF: usize, const __GIVEN: usize>(
        __p::Narrow<Message, __V>,
    );
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::QueryState
    for __MessageQuery<__V, __OF, __GIVEN> {
        type Entity = Message;
        type Via = __V;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Message, __V>) -> Self {
            Self(__narrow)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Message, __V> {
            self.0
        }
    }
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::OpenQuery
    for __MessageQuery<__V, __OF, __GIVEN> {}
    type __State_0 = __MessageQuery<__p::ViaTable, 0usize, 0usize>;
    type __State_1 = __MessageQuery<__p::ViaTable, 0usize, 1usize>;
    type __State_gsi1_0 = __MessageQuery<__Via_gsi1, 1usize, 0usize>;
    type __State_by_author_0 = __MessageQuery<__Via_by_author, 2usize, 0usize>;
    #[automatically_derived]
    impl __State_0 {
        /**Only items with this `timestamp`, or with one in this range.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
        pub(crate) fn timestamp<__A: __p::Narrowing<u64>>(
            self,
            __timestamp: __A,
        ) -> __A::Then<__State_1> {
            __timestamp.narrow::<__State_1>(self.0, "timestamp")
        }
    }
    #[automatically_derived]
    impl __State_1 {
        /**Only items with this `message_id`, or with one in this range.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
        pub(crate) fn message_id<__A: __p::Narrowing<Ulid>>(
            self,
            __message_id: __A,
        ) -> __A::Then<__p::Query<Message, Message, __p::ViaTable>> {
            __message_id
                .narrow::<
                    __p::Query<Message, Message, __p::ViaTable>,
                >(self.0, "message_id")
        }
    }
    #[automatically_derived]
    impl __State_gsi1_0 {
        /**Only items with this `channel_id`, or with one in this range.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
        pub(crate) fn channel_id<
            __A: __p::Narrowing<ChannelId>
                + __p::InOrder<
                    ChannelId,
                    __p::KeyOrder<
                        {
                            __p::in_order(
                                <ChannelId as __p::KeySource>::FACTS.0,
                                false,
                                "",
                                0,
                            )
                        },
                    >,
                >,
        >(
            self,
            __channel_id: __A,
        ) -> __A::Then<__p::Query<Message, Message, __Via_gsi1>> {
            __channel_id
                .narrow::<__p::Query<Message, Message, __Via_gsi1>>(self.0, "channel_id")
        }
    }
    #[automatically_derived]
    impl __State_by_author_0 {
        /**Only items with this `edited_at`, or with one in this range.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
        pub(crate) fn edited_at<
            __A: __p::Narrowing<Option<Timestamp>>
                + __p::InOrder<
                    Option<Timestamp>,
                    __p::KeyOrder<
                        {
                            __p::in_order(
                                <Option<Timestamp> as __p::KeySource>::FACTS.0,
                                false,
                                "",
                                0,
                            )
                        },
                    >,
                >,
        >(
            self,
            __edited_at: __A,
        ) -> __A::Then<__p::Query<Message, Message, __Via_by_author>> {
            __edited_at
                .narrow::<
                    __p::Query<Message, Message, __Via_by_author>,
                >(self.0, "edited_at")
        }
    }
    #[automatically_derived]
    impl Message {
        /**Queries the table for `Message` items of this `channel_id`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
        #[inline]
        pub(crate) fn query(channel_id: impl __p::KeyArgument<ChannelId>) -> __State_0 {
            <__State_0 as __p::QueryState>::from_narrow(
                __p::Narrow::table()
                    .given(
                        "channel_id",
                        __p::KeyArgument::<ChannelId>::key_text(&channel_id),
                    ),
            )
        }
        /**Queries index `gsi1` for `Message` items of this `message_id`.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
        #[inline]
        pub(crate) fn query_gsi1(
            message_id: impl __p::KeyArgument<Ulid>,
        ) -> __State_gsi1_0 {
            <__State_gsi1_0 as __p::QueryState>::from_narrow(
                __p::Narrow::index("gsi1")
                    .given("message_id", __p::KeyArgument::<Ulid>::key_text(&message_id)),
            )
        }
        /**Queries index `by_author` for `Message` items of this `author`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
        #[inline]
        pub(crate) fn query_by_author(
            author: impl __p::KeyArgument<Option<String>>,
        ) -> __State_by_author_0 {
            <__State_by_author_0 as __p::QueryState>::from_narrow(
                __p::Narrow::index("by_author")
                    .given(
                        "author",
                        __p::KeyArgument::<Option<String>>::key_text(&author),
                    ),
            )
        }
        /**Queries the table for all items of this `channel_id`, whatever their type.

Partition key: `CHANNEL#<channel_id>`.*/
        #[inline]
        pub(crate) fn partition(
            channel_id: impl __p::KeyArgument<ChannelId>,
        ) -> __p::Query<Self, crate::Discord, __p::ViaTable> {
            __p::Query::partition(
                __p::Narrow::table()
                    .given(
                        "channel_id",
                        __p::KeyArgument::<ChannelId>::key_text(&channel_id),
                    ),
            )
        }
        /**Queries index `gsi1` for all items of this `message_id`, whatever their type.

Partition key: `MSG#<message_id>`.*/
        #[inline]
        pub(crate) fn partition_gsi1(
            message_id: impl __p::KeyArgument<Ulid>,
        ) -> __p::Query<Self, crate::Discord, __ViaAny_gsi1> {
            __p::Query::partition(
                __p::Narrow::index("gsi1")
                    .given("message_id", __p::KeyArgument::<Ulid>::key_text(&message_id)),
            )
        }
        /**Queries index `by_author` for all items of this `author`, whatever their type.

Partition key: `AUTHOR#<author:lower>`.*/
        #[inline]
        pub(crate) fn partition_by_author(
            author: impl __p::KeyArgument<Option<String>>,
        ) -> __p::Query<Self, crate::Discord, __ViaAny_by_author> {
            __p::Query::partition(
                __p::Narrow::index("by_author")
                    .given(
                        "author",
                        __p::KeyArgument::<Option<String>>::key_text(&author),
                    ),
            )
        }
    }
    #[automatically_derived]
    impl Message {
        ///Index `gsi1` with the `Message` items in it, for `db.scan_index(..)`.
        #[inline]
        #[must_use]
        pub(crate) const fn gsi1() -> __p::EntityIndex<Self, __Via_gsi1> {
            __p::EntityIndex::new("gsi1")
        }
        ///Index `by_author` with the `Message` items in it, for `db.scan_index(..)`.
        #[inline]
        #[must_use]
        pub(crate) const fn by_author() -> __p::EntityIndex<Self, __Via_by_author> {
            __p::EntityIndex::new("by_author")
        }
    }
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
            if let __p::Err(__error) = <ChannelId as __p::Attribute>::write_field(
                &self.channel_id,
                __m,
                &__p::Name::new("channelId", "\"channelId\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Ulid as __p::Attribute>::write_field(
                &self.message_id,
                __m,
                &__p::Name::new("id", "\"id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Option<
                String,
            > as __p::Attribute>::write_field(
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
                match __p::AsRef::<str>::as_ref(&__name) {
                    "channelId" => {
                        match <ChannelId as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "channelId",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "id" | "messageId" => {
                        match <Ulid as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "id",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "author" => {
                        match <Option<
                            String,
                        > as __p::Attribute>::read_field(&mut __f3, __value, "author") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "editedAt" => {
                        match <Option<
                            Timestamp,
                        > as __p::Attribute>::read_field(
                            &mut __f4,
                            __value,
                            "editedAt",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "mentions" => {
                        match <__p::AsSet as __p::Adapter<
                            BTreeSet<String>,
                        >>::read_field(&mut __f5, __value, "mentions") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "payload" => {
                        match __p::read_serde(&mut __f6, __value, "payload") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "reactions" => {
                        match <Vec<
                            Reaction,
                        > as __p::Attribute>::read_field(
                            &mut __f7,
                            __value,
                            "reactions",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    __other => {
                        match __keys.other(__SCHEMA, __other, __value) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                }
            }
            let (_, __f1, _) = match __keys.fields::<Self>() {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            };
            __p::Ok(Self {
                channel_id: match <ChannelId as __p::Attribute>::finish_field(
                    __f0,
                    "channelId",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                timestamp: __f1,
                message_id: match <Ulid as __p::Attribute>::finish_field(__f2, "id") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                author: match <Option<
                    String,
                > as __p::Attribute>::finish_field(__f3, "author") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                edited_at: match <Option<
                    Timestamp,
                > as __p::Attribute>::finish_field(__f4, "editedAt") {
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
    const __FOUND: __p::check::Findings = __p::check::entity(
        <crate::Discord as __p::Table>::SCHEMA,
        __SCHEMA,
        &[__p::None, __p::None, __p::None],
    );
    const _: () = match __FOUND.first {
        0usize => __p::check::tell_first(__FOUND),
        1usize => __p::check::tell_first(__FOUND),
        2usize => __p::check::tell_first(__FOUND),
        3usize => __p::check::tell_first(__FOUND),
        4usize => __p::check::tell_first(__FOUND),
        5usize => __p::check::tell_first(__FOUND),
        6usize => __p::check::tell_first(__FOUND),
        7usize => __p::check::tell_first(__FOUND),
        8usize => __p::check::tell_first(__FOUND),
        9usize => __p::check::tell_first(__FOUND),
        11usize => __p::check::tell_first(__FOUND),
        13usize => __p::check::tell_first(__FOUND),
        14usize => __p::check::tell_first(__FOUND),
        15usize => __p::check::tell_first(__FOUND),
        16usize => __p::check::tell_first(__FOUND),
        17usize => __p::check::tell_first(__FOUND),
        18usize => __p::check::tell_first(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.second {
        0usize => __p::check::tell_second(__FOUND),
        1usize => __p::check::tell_second(__FOUND),
        2usize => __p::check::tell_second(__FOUND),
        3usize => __p::check::tell_second(__FOUND),
        4usize => __p::check::tell_second(__FOUND),
        5usize => __p::check::tell_second(__FOUND),
        6usize => __p::check::tell_second(__FOUND),
        7usize => __p::check::tell_second(__FOUND),
        8usize => __p::check::tell_second(__FOUND),
        9usize => __p::check::tell_second(__FOUND),
        11usize => __p::check::tell_second(__FOUND),
        13usize => __p::check::tell_second(__FOUND),
        14usize => __p::check::tell_second(__FOUND),
        15usize => __p::check::tell_second(__FOUND),
        16usize => __p::check::tell_second(__FOUND),
        17usize => __p::check::tell_second(__FOUND),
        18usize => __p::check::tell_second(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.third {
        0usize => __p::check::tell_third(__FOUND),
        1usize => __p::check::tell_third(__FOUND),
        2usize => __p::check::tell_third(__FOUND),
        3usize => __p::check::tell_third(__FOUND),
        4usize => __p::check::tell_third(__FOUND),
        5usize => __p::check::tell_third(__FOUND),
        6usize => __p::check::tell_third(__FOUND),
        7usize => __p::check::tell_third(__FOUND),
        8usize => __p::check::tell_third(__FOUND),
        9usize => __p::check::tell_third(__FOUND),
        11usize => __p::check::tell_third(__FOUND),
        13usize => __p::check::tell_third(__FOUND),
        14usize => __p::check::tell_third(__FOUND),
        15usize => __p::check::tell_third(__FOUND),
        16usize => __p::check::tell_third(__FOUND),
        17usize => __p::check::tell_third(__FOUND),
        18usize => __p::check::tell_third(__FOUND),
        _ => {}
    };
};
