#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `Task::key(user_id, due_at)` | the primary key: `USER#<user_id>` / `TASK#<due_at>` |
| `Task::parse_key(..)` | the fields of a primary key |
| `Task::query(user_id)[.due_at(..)]` | queries the table: `USER#<user_id>` / `TASK#<due_at>` |
| `Task::query_gsi1(status)[.due_at(..)]` | queries index `gsi1`: `STATUS#<status>` / `AT#<due_at>` |
| `Task::partition(user_id)` | queries all items of a partition, whatever their type: `USER#<user_id>` |
| `Task::partition_gsi1(status)` | queries all items of a partition, whatever their type: `STATUS#<status>` |
| `Task::task(user_id, due_at)` | access pattern: The primary key of a `Task`, for `get` |
| `Task::due_before(user_id, due_at)` | access pattern: Tasks to do soon |
| `Task::first_with(status)` | access pattern: Queries index `gsi1` for `Task` items by `status`, one item |
| `Task::everything(user_id)` | access pattern: Queries the table for `Everything` items by `user_id` |
| `Task::fields()` | its attributes, for conditions and updates |
| `Task::gsi1()` | the index, for `db.scan_index(..)` |
| `self.gsi1_key()` | its keys there: `STATUS#<status>` / `AT#<due_at>` |*/
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
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
                <String as __p::KeySource>::text_of_argument(&user_id),
                <Timestamp as __p::KeySource>::text_of_argument(&due_at),
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
    /**Queries the table for `Task` items of this `user_id`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
    #[inline]
    pub fn query(user_id: impl __p::KeyArgument<String>) -> TaskQuery<__p::PrimaryKey> {
        <TaskQuery<
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::table()
                .given("user_id", <String as __p::KeySource>::text_of_argument(&user_id)),
        )
    }
    /**Queries index `gsi1` for `Task` items of this `status`.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
    #[inline]
    pub fn query_gsi1(
        status: impl __p::KeyArgument<Status>,
    ) -> TaskQuery<task_query::Gsi1> {
        <TaskQuery<
            task_query::Gsi1,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::index("gsi1")
                .given("status", <Status as __p::KeySource>::text_of_argument(&status)),
        )
    }
    /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
    #[inline]
    pub fn partition(
        user_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<Self, App, __p::PrimaryKey> {
        __p::Query::partition(
            __p::Narrow::table()
                .given("user_id", <String as __p::KeySource>::text_of_argument(&user_id)),
        )
    }
    /**Queries index `gsi1` for all items of this `status`, whatever their type.

Partition key: `STATUS#<status>`.*/
    #[inline]
    pub fn partition_gsi1(
        status: impl __p::KeyArgument<Status>,
    ) -> __p::Query<Self, App, __p::Mixed<task_query::Gsi1>> {
        __p::Query::partition(
            __p::Narrow::index("gsi1")
                .given("status", <Status as __p::KeySource>::text_of_argument(&status)),
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
    ) -> __p::Query<Self, Self, __p::PrimaryKey> {
        let __narrow: __p::Narrow<Self> = __p::Narrow::table()
            .given("user_id", <String as __p::KeySource>::text_of_argument(&user_id))
            .narrowed("due_at", __p::Narrowing::<Timestamp>::narrowing(..due_at));
        <__p::Query<
            Self,
            Self,
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(__narrow)
            .newest_first()
            .limit(20)
    }
    ///Queries index `gsi1` for `Task` items by `status`, one item.
    #[inline]
    pub fn first_with(
        status: impl __p::KeyArgument<Status>,
    ) -> __p::Query<Self, Self, task_query::Gsi1, __p::First> {
        let __narrow: __p::Narrow<Self> = __p::Narrow::index("gsi1")
            .given("status", <Status as __p::KeySource>::text_of_argument(&status));
        <__p::Query<
            Self,
            Self,
            task_query::Gsi1,
        > as __p::QueryState>::from_narrow(__narrow)
            .one()
    }
    ///Queries the table for `Everything` items by `user_id`.
    #[inline]
    pub fn everything(
        user_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<Self, Everything, __p::PrimaryKey> {
        __p::Query::partition(
                __p::Narrow::table()
                    .given(
                        "user_id",
                        <String as __p::KeySource>::text_of_argument(&user_id),
                    ),
            )
            .of::<Everything>()
    }
    ///The attributes of a `Task`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> TaskFields {
        TaskFields {
            user_id: __p::Field::new("user_id"),
            due_at: __p::Field::new("due_at"),
            status: __p::Field::new("status"),
        }
    }
    ///Index `gsi1` with the `Task` items in it, for `db.scan_index(..)`.
    #[inline]
    #[must_use]
    pub const fn gsi1() -> __p::EntityIndex<Self, task_query::Gsi1> {
        __p::EntityIndex::new("gsi1")
    }
    /**The keys of this `Task` in index `gsi1`.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
    #[inline]
    pub fn gsi1_key(&self) -> __p::Result<__p::IndexKey, __p::Error> {
        __p::index_key(self, 0usize)
    }
}
/**A query of [`Task`] items that can be narrowed, field by field, in the order of the sort key: what `Task::query` and its like return, for `db.query(..)`.

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
pub struct TaskQuery<InState = __p::PrimaryKey>(
    __p::Narrow<Task>,
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
impl<InState: __p::NarrowState> TaskQuery<InState> {
    /**Reads only items with this `due_at`, or with a `due_at` in this range.

- After `Task::query`: `USER#<user_id>` / `TASK#<due_at>`
- After `Task::query_gsi1`: `STATUS#<status>` / `AT#<due_at>`*/
    #[inline]
    pub fn due_at<ByDueAt: __p::Narrows<Self, task_query::due_at, Timestamp>>(
        self,
        due_at: ByDueAt,
    ) -> ByDueAt::Output {
        due_at.apply(self, "due_at")
    }
}
///What queries of a `Task` read, and which field narrows them next: these types stand in signatures and messages, and have no values.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub mod task_query {
    ///Index `gsi1`: `STATUS#<status>` / `AT#<due_at>`.
    pub enum Gsi1 {}
    ///Field `due_at`, which narrows queries.
    pub enum due_at {}
}
///The attributes of a [`Task`], for conditions, filters and updates: what `Task::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub struct TaskFields {
    ///Attribute `user_id`.
    user_id: __p::Field<Task, String, __p::InKey>,
    ///Attribute `due_at`.
    due_at: __p::Field<Task, Timestamp, __p::InKey>,
    ///Attribute `status`.
    status: __p::Field<Task, Status, __p::Indexed>,
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
    impl<InState: __p::NarrowState> __p::QueryState for TaskQuery<InState> {
        type Entity = Task;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = TaskQuery<__T>;
        type Complete = TaskQuery<__p::Complete<InState::Source>>;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Task>) -> Self {
            Self(__narrow, __p::PhantomData)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Task> {
            self.0
        }
    }
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::OpenQuery for TaskQuery<InState> {}
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::From<TaskQuery<InState>>
    for __p::Query<Task, Task, InState::Source> {
        #[inline]
        fn from(__query: TaskQuery<InState>) -> Self {
            __p::QueryState::from_narrow(__query.0)
        }
    }
    #[automatically_derived]
    impl<InState> __p::Clone for TaskQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    #[automatically_derived]
    impl<InState> __p::fmt::Debug for TaskQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    type __Facts_gsi1 = __p::Facts<
        { __p::index_class(__SCHEMA, 0usize) },
        { __p::index_position(__SCHEMA, 0usize) },
    >;
    #[automatically_derived]
    impl __p::Source for task_query::Gsi1 {
        type Facts = __Facts_gsi1;
        type MixedFacts = <__Facts_gsi1 as __p::AreFacts>::Mixed;
    }
    #[automatically_derived]
    impl __p::SortField for task_query::due_at {
        type Order = (
            (__p::PrimaryKey, task_query::due_at),
            (task_query::Gsi1, task_query::due_at),
        );
    }
    #[automatically_derived]
    impl __p::NextIs<task_query::due_at> for __p::PrimaryKey {
        type Then = __p::Complete<__p::PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::NextIs<task_query::due_at> for task_query::Gsi1 {
        type Then = __p::Complete<task_query::Gsi1>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::Clone for TaskFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for TaskFields {}
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
                                __p::plain(
                                    "status",
                                    2usize,
                                    <Status as __p::KeySource>::FACTS,
                                ),
                            ],
                            (4u64, 7usize),
                            (9943250135766099u64, 7u32),
                        ),
                    ],
                    &[
                        __p::template(
                            "AT#<due_at>",
                            &[
                                __p::Part::Literal("AT#"),
                                __p::plain(
                                    "due_at",
                                    1usize,
                                    <Timestamp as __p::KeySource>::FACTS,
                                ),
                            ],
                            (2u64, 3usize),
                            (2315329u64, 3u32),
                        ),
                    ],
                ),
            ),
        ),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "Task",
        tag: "Task",
        layout: __LAYOUT,
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        fields: &[
            __p::stored(
                "user_id",
                "user_id",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored(
                "due_at",
                "due_at",
                <<Timestamp as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored(
                "status",
                "status",
                <<Status as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
        ],
        pk: __p::template(
            "USER#<user_id>",
            &[
                __p::Part::Literal("USER#"),
                __p::plain("user_id", 0usize, <String as __p::KeySource>::FACTS),
            ],
            (1u64, 5usize),
            (151704130389u64, 5u32),
        ),
        sk: __p::Some(
            __p::template(
                "TASK#<due_at>",
                &[
                    __p::Part::Literal("TASK#"),
                    __p::plain("due_at", 1usize, <Timestamp as __p::KeySource>::FACTS),
                ],
                (2u64, 5usize),
                (151587602772u64, 5u32),
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
                ..__p::AccessPattern::FALLBACK
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
                ..__p::AccessPattern::FALLBACK
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
                ..__p::AccessPattern::FALLBACK
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
                ..__p::AccessPattern::FALLBACK
            },
        ],
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
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
            if let __p::Err(__error) = <<String as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.user_id,
                __m,
                &__p::Name::new("user_id", "\"user_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <<Timestamp as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.due_at,
                __m,
                &__p::Name::new("due_at", "\"due_at\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <<Status as __p::KeySource>::Stored as __p::Attribute>::write_field(
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
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        )
                    }
                    "due_at" => {
                        <<Timestamp as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "due_at",
                        )
                    }
                    "status" => {
                        <<Status as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "status",
                        )
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __p::Err(__error) = __read {
                    return __p::Err(__error);
                }
            }
            __p::Ok(Self {
                user_id: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f0,
                    "user_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                due_at: match <<Timestamp as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f1,
                    "due_at",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                status: match <<Status as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f2,
                    "status",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    use __p::check::{
        tell_first as __First, tell_second as __Second, tell_third as __Third,
    };
    const __FOUND: __p::check::Findings = __p::check::entity(
        <App as __p::Table>::SCHEMA,
        __SCHEMA,
        &[__p::None],
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
        _ => {}
    };
};
