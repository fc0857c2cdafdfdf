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
    const __LAYOUT: &__p::TableLayout = <<Note as __p::Entity>::Table as __p::Table>::LAYOUT;
    const __INDEX: __Option<&'static str> = __Some("gsi1");
    const _: () = __p::check::collection_index(__LAYOUT, "gsi1");
    const __ENTITIES: &[&__p::EntitySchema] = &[
        <Note as __p::Entity>::SCHEMA,
        <Draft as __p::Entity>::SCHEMA,
    ];
    #[automatically_derived]
    impl __p::Collection for Written {
        type Table = <Note as __p::Entity>::Table;
        const ENTITIES: &'static [&'static __p::EntitySchema] = __ENTITIES;
        const IDS: &'static [&'static str] = &[
            <Note as __p::Entity>::ID,
            <Draft as __p::Entity>::ID,
        ];
        const INDEX: __Option<&'static str> = __INDEX;
        fn read_entity<__S: __p::EntitySource>(
            __at: usize,
            __source: __S,
        ) -> __Result<Self, __p::Error> {
            match __at {
                0usize => __p::EntitySource::read::<Note>(__source).map(Self::Note),
                1usize => __p::EntitySource::read::<Draft>(__source).map(Self::Draft),
                _ => __p::refused(),
            }
        }
    }
    #[automatically_derived]
    impl<
        const __C: u8,
    > __p::CollectedIn<Note, __p::Facts<__C, __p::IndexName<828994407>>> for Written {}
    #[automatically_derived]
    impl __p::From<Note> for Written {
        fn from(__value: Note) -> Self {
            Self::Note(__value)
        }
    }
    #[automatically_derived]
    impl<
        const __C: u8,
    > __p::CollectedIn<Draft, __p::Facts<__C, __p::IndexName<828994407>>> for Written {}
    #[automatically_derived]
    impl __p::From<Draft> for Written {
        fn from(__value: Draft) -> Self {
            Self::Draft(__value)
        }
    }
    const _: () = __p::check::collected(__LAYOUT, __ENTITIES, __INDEX, 0usize);
    const _: () = __p::check::collected(__LAYOUT, __ENTITIES, __INDEX, 1usize);
};
