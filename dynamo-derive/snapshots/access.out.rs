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
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Task");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[
        __p::index_use(
            __LAYOUT,
            "gsi1",
            __p::Membership::Always(
                __p::IndexKeys::Two(
                    &[
                        __p::template(
                            "STATUS#<status>",
                            &[
                                __p::Part::Literal("STATUS#"),
                                __p::Part::Field(
                                    __p::part(
                                        "status",
                                        2usize,
                                        __p::Format::Plain,
                                        <Status as __p::KeySource>::FACTS,
                                    ),
                                ),
                            ],
                        ),
                    ],
                    &[
                        __p::template(
                            "AT#<due_at>",
                            &[
                                __p::Part::Literal("AT#"),
                                __p::Part::Field(
                                    __p::part(
                                        "due_at",
                                        1usize,
                                        __p::Format::Plain,
                                        <Timestamp as __p::KeySource>::FACTS,
                                    ),
                                ),
                            ],
                        ),
                    ],
                ),
            ),
        ),
    ];
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: __ID,
        name: "Task",
        tag: "Task",
        layout: __LAYOUT,
        fields: &[
            __p::field(
                "user_id",
                "user_id",
                <String as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "due_at",
                "due_at",
                <Timestamp as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "status",
                "status",
                <Status as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
        ],
        pk: __p::template(
            "USER#<user_id>",
            &[
                __p::Part::Literal("USER#"),
                __p::Part::Field(
                    __p::part(
                        "user_id",
                        0usize,
                        __p::Format::Plain,
                        <String as __p::KeySource>::FACTS,
                    ),
                ),
            ],
        ),
        sk: __p::Some(
            __p::template(
                "TASK#<due_at>",
                &[
                    __p::Part::Literal("TASK#"),
                    __p::Part::Field(
                        __p::part(
                            "due_at",
                            1usize,
                            __p::Format::Plain,
                            <Timestamp as __p::KeySource>::FACTS,
                        ),
                    ),
                ],
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<2usize>(__LAYOUT, __INDEXES),
        patterns: &[
            __p::AccessPattern {
                name: "task",
                index: __p::None,
                otherwise: false,
                fields: &[("user_id", "="), ("due_at", "=")],
                get: true,
                of: __p::None,
                one: false,
                newest_first: false,
                unexpired: false,
                limit: __p::None,
                about: "",
            },
            __p::AccessPattern {
                name: "due_before",
                index: __p::None,
                otherwise: false,
                fields: &[("user_id", "="), ("due_at", "<")],
                get: false,
                of: __p::None,
                one: false,
                newest_first: true,
                unexpired: false,
                limit: __p::Some(20),
                about: "Tasks to do soon",
            },
            __p::AccessPattern {
                name: "first_with",
                index: __p::Some("gsi1"),
                otherwise: false,
                fields: &[("status", "=")],
                get: false,
                of: __p::None,
                one: true,
                newest_first: false,
                unexpired: false,
                limit: __p::None,
                about: "",
            },
            __p::AccessPattern {
                name: "everything",
                index: __p::None,
                otherwise: false,
                fields: &[("user_id", "=")],
                get: false,
                of: __p::Some(<Everything as __p::Collection>::IDS),
                one: false,
                newest_first: false,
                unexpired: false,
                limit: __p::None,
                about: "",
            },
        ],
        shards: 0,
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    #[automatically_derived]
    impl Task {
        /**The primary key of a `Task`.

Key: `USER#<user_id>` / `TASK#<due_at>`.

A value that cannot stand in a key is refused here, before anything is sent.*/
        #[inline]
        pub fn key(
            user_id: impl __p::KeyArgument<String>,
            due_at: impl __p::KeyArgument<Timestamp>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::of_values(
                &[
                    __p::KeyArgument::<String>::key_text(&user_id),
                    __p::KeyArgument::<Timestamp>::key_text(&due_at),
                ],
            )
        }
        /**Reads `user_id`, `due_at` back from the primary key of a `Task`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
        #[inline]
        pub fn parse_key(
            pk: impl __p::AsRef<str>,
            sk: impl __p::AsRef<str>,
        ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            __p::parse_key::<
                Self,
            >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
        }
        /**The keys of this `Task` in index `gsi1`.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
        #[inline]
        pub fn gsi1_key(&self) -> __p::Result<__p::IndexKey, __p::Error> {
            __p::index_key(self, 0usize)
        }
    }
    pub struct __TaskFields {
        ///Attribute `user_id`.
        user_id: __p::Field<Task, String, __p::InKey>,
        ///Attribute `due_at`.
        due_at: __p::Field<Task, Timestamp, __p::InKey>,
        ///Attribute `status`.
        status: __p::Field<Task, Status, __p::Indexed>,
    }
    #[automatically_derived]
    impl Task {
        ///The attributes of a `Task`, for conditions, filters and updates.
        #[inline]
        pub fn fields() -> __TaskFields {
            __TaskFields {
                user_id: __p::Field::new("user_id"),
                due_at: __p::Field::new("due_at"),
                status: __p::Field::new("status"),
            }
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
    pub struct __TaskQuery<__V, const __OF: usize, const __GIVEN: usize>(
        __p::Narrow<Task, __V>,
    );
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::QueryState
    for __TaskQuery<__V, __OF, __GIVEN> {
        type Entity = Task;
        type Via = __V;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Task, __V>) -> Self {
            Self(__narrow)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Task, __V> {
            self.0
        }
    }
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::OpenQuery
    for __TaskQuery<__V, __OF, __GIVEN> {}
    type __State_0 = __TaskQuery<__p::ViaTable, 0usize, 0usize>;
    type __State_gsi1_0 = __TaskQuery<__Via_gsi1, 1usize, 0usize>;
    #[automatically_derived]
    impl __State_0 {
        /**Only items with this `due_at`, or with one in this range.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
        pub fn due_at<__A: __p::Narrowing<Timestamp>>(
            self,
            __due_at: __A,
        ) -> __A::Then<__p::Query<Task, Task, __p::ViaTable>> {
            __due_at.narrow::<__p::Query<Task, Task, __p::ViaTable>>(self.0, "due_at")
        }
    }
    #[automatically_derived]
    impl __State_gsi1_0 {
        /**Only items with this `due_at`, or with one in this range.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
        pub fn due_at<__A: __p::Narrowing<Timestamp>>(
            self,
            __due_at: __A,
        ) -> __A::Then<__p::Query<Task, Task, __Via_gsi1>> {
            __due_at.narrow::<__p::Query<Task, Task, __Via_gsi1>>(self.0, "due_at")
        }
    }
    #[automatically_derived]
    impl Task {
        /**Queries the table for `Task` items of this `user_id`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
        #[inline]
        pub fn query(user_id: impl __p::KeyArgument<String>) -> __State_0 {
            <__State_0 as __p::QueryState>::from_narrow(
                __p::Narrow::table()
                    .given("user_id", __p::KeyArgument::<String>::key_text(&user_id)),
            )
        }
        /**Queries index `gsi1` for `Task` items of this `status`.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
        #[inline]
        pub fn query_gsi1(status: impl __p::KeyArgument<Status>) -> __State_gsi1_0 {
            <__State_gsi1_0 as __p::QueryState>::from_narrow(
                __p::Narrow::index("gsi1")
                    .given("status", __p::KeyArgument::<Status>::key_text(&status)),
            )
        }
        /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
        #[inline]
        pub fn partition(
            user_id: impl __p::KeyArgument<String>,
        ) -> __p::Query<Self, App, __p::ViaTable> {
            __p::Query::partition(
                __p::Narrow::table()
                    .given("user_id", __p::KeyArgument::<String>::key_text(&user_id)),
            )
        }
        /**Queries index `gsi1` for all items of this `status`, whatever their type.

Partition key: `STATUS#<status>`.*/
        #[inline]
        pub fn partition_gsi1(
            status: impl __p::KeyArgument<Status>,
        ) -> __p::Query<Self, App, __ViaAny_gsi1> {
            __p::Query::partition(
                __p::Narrow::index("gsi1")
                    .given("status", __p::KeyArgument::<Status>::key_text(&status)),
            )
        }
        /**The primary key of a `Task`, for `get`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
        #[inline]
        pub fn task(
            user_id: impl __p::KeyArgument<String>,
            due_at: impl __p::KeyArgument<Timestamp>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            Self::key(user_id, due_at)
        }
        /**Tasks to do soon.

Queries the table for `Task` items by `user_id`, `due_at <`, newest first.*/
        #[inline]
        pub fn due_before(
            user_id: impl __p::KeyArgument<String>,
            due_at: impl __p::KeyArgument<Timestamp>,
        ) -> __p::Query<Self, Self, __p::ViaTable> {
            let __narrow: __p::Narrow<Self, __p::ViaTable> = __p::Narrow::table()
                .given("user_id", __p::KeyArgument::<String>::key_text(&user_id))
                .narrowed("due_at", __p::Narrowing::<Timestamp>::narrowing(..due_at));
            <__p::Query<
                Self,
                Self,
                __p::ViaTable,
            > as __p::QueryState>::from_narrow(__narrow)
                .newest_first()
                .limit(20)
        }
        ///Queries index `gsi1` for `Task` items by `status`, one item.
        #[inline]
        pub fn first_with(
            status: impl __p::KeyArgument<Status>,
        ) -> __p::Query<Self, Self, __Via_gsi1, __p::First> {
            let __narrow: __p::Narrow<Self, __Via_gsi1> = __p::Narrow::index("gsi1")
                .given("status", __p::KeyArgument::<Status>::key_text(&status));
            <__p::Query<
                Self,
                Self,
                __Via_gsi1,
            > as __p::QueryState>::from_narrow(__narrow)
                .one()
        }
        ///Queries the table for `Everything` items by `user_id`.
        #[inline]
        pub fn everything(
            user_id: impl __p::KeyArgument<String>,
        ) -> __p::Query<Self, Everything, __p::ViaTable> {
            __p::Query::partition(
                    __p::Narrow::table()
                        .given("user_id", __p::KeyArgument::<String>::key_text(&user_id)),
                )
                .of::<Everything>()
        }
    }
    #[automatically_derived]
    impl Task {
        ///Index `gsi1` with the `Task` items in it, for `db.scan_index(..)`.
        #[inline]
        #[must_use]
        pub const fn gsi1() -> __p::EntityIndex<Self, __Via_gsi1> {
            __p::EntityIndex::new("gsi1")
        }
    }
    #[automatically_derived]
    impl __p::Entity for Task {
        type Table = App;
        type KeyFields = (
            <String as __p::KeySource>::Key,
            <Timestamp as __p::KeySource>::Key,
        );
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<App as __p::Table>::SCHEMA, __SCHEMA) },
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
                    <String as __p::KeySource>::key_text(&self.user_id),
                    <Timestamp as __p::KeySource>::key_text(&self.due_at),
                    <Status as __p::KeySource>::key_text(&self.status),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.user_id,
                __m,
                &__p::Name::new("user_id", "\"user_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Timestamp as __p::Attribute>::write_field(
                &self.due_at,
                __m,
                &__p::Name::new("due_at", "\"due_at\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Status as __p::Attribute>::write_field(
                &self.status,
                __m,
                &__p::Name::new("status", "\"status\":"),
            ) {
                return __p::Err(__error);
            }
            __p::Ok(())
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<Timestamp> = __p::None;
            let mut __f2: __p::Option<Status> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        match <String as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "due_at" => {
                        match <Timestamp as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "due_at",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "status" => {
                        match <Status as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "status",
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
            __p::Ok(Self {
                user_id: match <String as __p::Attribute>::finish_field(
                    __f0,
                    "user_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                due_at: match <Timestamp as __p::Attribute>::finish_field(
                    __f1,
                    "due_at",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                status: match <Status as __p::Attribute>::finish_field(__f2, "status") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    const __FOUND: __p::check::Findings = __p::check::entity(
        <App as __p::Table>::SCHEMA,
        __SCHEMA,
        &[__p::None],
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
        _ => {}
    };
};
