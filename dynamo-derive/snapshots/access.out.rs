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
| `Task::first_with(status)` | access pattern: Queries index `gsi1` for `Task` items by `status`, to read the first of them |
| `Task::everything(user_id)` | access pattern: Queries the table for `Everything` items by `user_id` |
| `Task::fields()` | its attributes, for conditions and updates |
| `Task::gsi1()` | the index, for `db.scan_index(..)` |
| `self.gsi1_key()` | its keys there: `STATUS#<status>` / `AT#<due_at>` |*/
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
        user_id: impl __KeyArgument<String>,
        due_at: impl __KeyArgument<Timestamp>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <String as __KeySource>::text_of_argument(&user_id),
                <Timestamp as __KeySource>::text_of_argument(&due_at),
            ],
        )
    }
    /**Reads `user_id`, `due_at` back from the primary key of a `Task`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Task` items of this `user_id`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
    #[inline]
    pub fn query(user_id: impl __KeyArgument<String>) -> TaskQuery<__PrimaryKey> {
        __p::query_by_one(
            "",
            "user_id",
            <String as __KeySource>::text_of_argument(&user_id),
        )
    }
    /**Queries index `gsi1` for `Task` items of this `status`.

Key: `STATUS#<status>` / `AT#<due_at>`.*/
    #[inline]
    pub fn query_gsi1(
        status: impl __KeyArgument<Status>,
    ) -> TaskQuery<task_query::Gsi1> {
        __p::query_by_one(
            "gsi1",
            "status",
            <Status as __KeySource>::text_of_argument(&status),
        )
    }
    /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
    #[inline]
    pub fn partition(
        user_id: impl __KeyArgument<String>,
    ) -> __Query<Self, App, __PrimaryKey> {
        __p::partition_by_one(
            "",
            "user_id",
            <String as __KeySource>::text_of_argument(&user_id),
        )
    }
    /**Queries index `gsi1` for all items of this `status`, whatever their type.

Partition key: `STATUS#<status>`.*/
    #[inline]
    pub fn partition_gsi1(
        status: impl __KeyArgument<Status>,
    ) -> __Query<Self, App, __p::Mixed<task_query::Gsi1>> {
        __p::partition_by_one(
            "gsi1",
            "status",
            <Status as __KeySource>::text_of_argument(&status),
        )
    }
    /**The primary key of a `Task`, for `get`.

Key: `USER#<user_id>` / `TASK#<due_at>`.*/
    #[inline]
    pub fn task(
        user_id: impl __KeyArgument<String>,
        due_at: impl __KeyArgument<Timestamp>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        Self::key(user_id, due_at)
    }
    /**Tasks to do soon.

Queries the table for `Task` items by `user_id`, `due_at <`, in descending order.*/
    #[inline]
    pub fn due_before(
        user_id: impl __KeyArgument<String>,
        due_at: impl __KeyArgument<Timestamp>,
    ) -> __Query<Self, Self, __PrimaryKey> {
        __Query::of_entity(
                __PartialKey::new(<Self as __p::Entity>::SCHEMA, "", false)
                    .given(
                        "user_id",
                        <String as __KeySource>::text_of_argument(&user_id),
                    )
                    .narrowed("due_at", __p::Narrowing::<Timestamp>::narrowing(..due_at)),
            )
            .preset(true, false, __Some(20))
    }
    ///Queries index `gsi1` for `Task` items by `status`, to read the first of them.
    #[inline]
    pub fn first_with(
        status: impl __KeyArgument<Status>,
    ) -> __Query<Self, Self, task_query::Gsi1> {
        __Query::of_entity(
            __PartialKey::new(<Self as __p::Entity>::SCHEMA, "gsi1", false)
                .given("status", <Status as __KeySource>::text_of_argument(&status)),
        )
    }
    ///Queries the table for `Everything` items by `user_id`.
    #[inline]
    pub fn everything(
        user_id: impl __KeyArgument<String>,
    ) -> __Query<Self, Everything, __PrimaryKey> {
        __Query::partition(
                __PartialKey::new(<Self as __p::Entity>::SCHEMA, "", false)
                    .given(
                        "user_id",
                        <String as __KeySource>::text_of_argument(&user_id),
                    ),
            )
            .of::<Everything>()
    }
    ///The attributes of a `Task`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> TaskFields {
        TaskFields {
            user_id: __handle("user_id"),
            due_at: __handle("due_at"),
            status: __handle("status"),
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
    pub fn gsi1_key(&self) -> __Result<__p::IndexKey, __p::Error> {
        __p::index_key(self, 0usize)
    }
}
/**A query of [`Task`] items that can be narrowed, field by field, in the order of the sort key: what `Task::query` and its like return, for `db.query(..)`.

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
pub struct TaskQuery<InState = __PrimaryKey>(
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
    use ::dynamo_core::private::named::*;
    impl<InState: __p::NarrowState> __p::QueryState for TaskQuery<InState> {
        type Entity = Task;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = TaskQuery<__T>;
        #[inline]
        fn from_key(__key: __PartialKey) -> Self {
            Self(__key, __p::PhantomData)
        }
        #[inline]
        fn into_key(self) -> __PartialKey {
            self.0
        }
    }
    impl<InState> __p::Clone for TaskQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    impl<InState> __p::fmt::Debug for TaskQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    impl __p::Source for task_query::Gsi1 {
        type Facts = __p::Facts<
            { __p::index_class(&__STATIC, 0) },
            __p::IndexName<828994407>,
        >;
    }
    impl __p::SortField for task_query::due_at {
        type Order = (
            (__PrimaryKey, task_query::due_at),
            (task_query::Gsi1, task_query::due_at),
        );
    }
    impl __p::NextIs<task_query::due_at> for __PrimaryKey {
        type Then = __p::Complete<__PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
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
    static __PARTS: [__Part; 8usize] = [
        __Part::Literal("USER#"),
        __plain("user_id", 0usize, <String as __KeySource>::FACTS),
        __Part::Literal("TASK#"),
        __plain("due_at", 1usize, <Timestamp as __KeySource>::FACTS),
        __Part::Literal("STATUS#"),
        __plain("status", 2usize, <Status as __KeySource>::FACTS),
        __Part::Literal("AT#"),
        __plain("due_at", 1usize, <Timestamp as __KeySource>::FACTS),
    ];
    static __KEYS: [__p::KeySpec; 4usize] = __p::keys(
        &__PARTS,
        [
            ("USER#<user_id>", 2, 151704130389, 5),
            ("TASK#<due_at>", 2, 151587602772, 5),
            ("STATUS#<status>", 2, 9943250135766099, 7),
            ("AT#<due_at>", 2, 2315329, 3),
        ],
    );
    static __INDEXES: __p::Indexes<1usize, 2usize> = __p::indexes(
        <App as __p::Table>::LAYOUT,
        &__KEYS,
        [("gsi1", __p::In::Always, 1, 1)],
    );
    static __FIELDS: [__p::FieldSchema; 3usize] = [
        __stored("user_id", "user_id", <String as __KeySource>::STORED),
        __stored("due_at", "due_at", <Timestamp as __KeySource>::STORED),
        __stored("status", "status", <Status as __KeySource>::STORED),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        patterns: &[
            __p::AccessPattern {
                name: "task",
                index: __None,
                otherwise: false,
                fields: &[("user_id", "="), ("due_at", "=")],
                get: true,
                of: __None,
                first: false,
                descending: false,
                unexpired: false,
                limit: __None,
                about: "",
                ..__p::AccessPattern::FALLBACK
            },
            __p::AccessPattern {
                name: "due_before",
                index: __None,
                otherwise: false,
                fields: &[("user_id", "="), ("due_at", "<")],
                get: false,
                of: __None,
                first: false,
                descending: true,
                unexpired: false,
                limit: __Some(20),
                about: "Tasks to do soon",
                ..__p::AccessPattern::FALLBACK
            },
            __p::AccessPattern {
                name: "first_with",
                index: __Some("gsi1"),
                otherwise: false,
                fields: &[("status", "=")],
                get: false,
                of: __None,
                first: true,
                descending: false,
                unexpired: false,
                limit: __None,
                about: "",
                ..__p::AccessPattern::FALLBACK
            },
            __p::AccessPattern {
                name: "everything",
                index: __None,
                otherwise: false,
                fields: &[("user_id", "=")],
                get: false,
                of: __Some(<Everything as __p::Collection>::IDS),
                first: false,
                descending: false,
                unexpired: false,
                limit: __None,
                about: "",
                ..__p::AccessPattern::FALLBACK
            },
        ],
        ..__p::entity(
            __ID,
            "Task",
            "Task",
            <App as __p::Table>::LAYOUT,
            __p::Place {
                file: ::core::file!(),
                line: ::core::line!(),
            },
            &__FIELDS,
            &__KEYS,
            &__INDEXES,
            2363489085543547928576,
        )
    };
    #[automatically_derived]
    impl __p::Entity for Task {
        type Table = App;
        type KeyFields = (<String as __KeySource>::Key, <Timestamp as __KeySource>::Key);
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<App as __p::Table>::SCHEMA, &__STATIC) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = &__STATIC;
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(
                __then,
                &[
                    <String as __KeySource>::key_text(&self.user_id),
                    <Timestamp as __KeySource>::key_text(&self.due_at),
                    <Status as __KeySource>::key_text(&self.status),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <String as __KeySource>::write_field(
                &self.user_id,
                __m,
                &__name_of("user_id", "\"user_id\":"),
            );
            <Timestamp as __KeySource>::write_field(
                &self.due_at,
                __m,
                &__name_of("due_at", "\"due_at\":"),
            );
            <Status as __KeySource>::write_field(
                &self.status,
                __m,
                &__name_of("status", "\"status\":"),
            );
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<Timestamp> = __None;
            let mut __f2: __Option<Status> = __None;
            while let __Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        <String as __KeySource>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        )
                    }
                    "due_at" => {
                        <Timestamp as __KeySource>::read_field(
                            &mut __f1,
                            __value,
                            "due_at",
                        )
                    }
                    "status" => {
                        <Status as __KeySource>::read_field(&mut __f2, __value, "status")
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let mut __missing = __p::Missing::NONE;
            let (__Some(__f0), __Some(__f1), __Some(__f2)) = (
                <String as __KeySource>::finish_field(__f0, "user_id", &mut __missing),
                <Timestamp as __KeySource>::finish_field(__f1, "due_at", &mut __missing),
                <Status as __KeySource>::finish_field(__f2, "status", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                user_id: __f0,
                due_at: __f1,
                status: __f2,
            })
        }
    }
    const _: () = {
        let __found = &__p::check::entity(<App as __p::Table>::SCHEMA, &__STATIC, &[]);
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
            _ => {}
        }
    };
};
