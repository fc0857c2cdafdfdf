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
    static __LAYOUT_STATIC: __p::TableLayout = __p::TableLayout {
        id: ::core::concat!(::core::module_path!(), "::", "Shop"),
        table: "Shop",
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        ..*<Core as __p::Table>::LAYOUT
    };
    const __LAYOUT: &__p::TableLayout = &__LAYOUT_STATIC;
    static __STATIC: __p::TableSchema = __p::TableSchema::new(
        __LAYOUT,
        __Some(<Core as __p::Table>::SCHEMA),
        &[<Order as __p::Entity>::SCHEMA],
    );
    #[automatically_derived]
    impl __p::Table for Shop {
        const LAYOUT: &'static __p::TableLayout = __LAYOUT;
        const SCHEMA: &'static __p::TableSchema = &__STATIC;
        const CODE: &'static __p::TableCode = &__p::TableCode {
            base: __Some(<Core as __p::Table>::CODE),
            entities: &[__p::EntityCode::complete::<Order>()],
        };
        fn read_entity<__S: __p::EntitySource>(
            __at: usize,
            __source: __S,
        ) -> __Result<Self, __p::Error> {
            const __BASE: usize = __p::entity_count(<Core as __p::Table>::SCHEMA);
            if __at < __BASE {
                return <Core as __p::Table>::read_entity(__at, __source).map(Self::Core);
            }
            match __at - __BASE {
                0usize => __p::EntitySource::read::<Order>(__source).map(Self::Order),
                _ => __p::refused(),
            }
        }
        fn write_entity<__S: __p::EntitySink>(
            &self,
            __sink: __S,
        ) -> __Result<__S::Out, __p::Error> {
            match self {
                Self::Core(__base) => __p::Table::write_entity(__base, __sink),
                Self::Order(__entity) => __p::EntitySink::write(__sink, __entity),
            }
        }
    }
    impl Shop {
        ///Queries all items in the partition with this key, as `Shop`. `from`, `beyond`, `to` and `before` restrict it to a range of sort keys.
        #[inline]
        pub fn partition(
            pk: impl __p::AsRef<str>,
        ) -> __Query<__p::AnyOf<Self>, Self, __PrimaryKey> {
            __Query::of_partition(__p::AsRef::as_ref(&pk))
        }
    }
    #[automatically_derived]
    impl __p::From<Core> for Shop {
        fn from(__value: Core) -> Self {
            Self::Core(__value)
        }
    }
    #[automatically_derived]
    impl __p::From<Order> for Shop {
        fn from(__value: Order) -> Self {
            Self::Order(__value)
        }
    }
    const _: () = {
        let __found = &__p::check::members(<Shop as __p::Table>::SCHEMA);
        match __found.place {
            0 => __tell(__found),
            _ => {}
        }
    };
};
