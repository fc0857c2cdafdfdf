#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, long_running_const_eval)]
const _: () = {
    use ::dynamo_core::private as __p;
    const __LAYOUT: &__p::TableLayout = <crate::Discord as __p::Table>::LAYOUT;
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: ::core::concat!(::core::module_path!(), "::", "Message"),
        name: "Message",
        tag: "Msg",
        table: __LAYOUT.id,
        fields: &[
            __p::FieldSchema {
                field: "channel_id",
                attribute: __p::Some("channelId"),
                ty: <ChannelId as __p::Attribute>::TYPE,
                optional: <ChannelId as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "timestamp",
                attribute: __p::None,
                ty: __p::AttributeType::Any,
                optional: false,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "message_id",
                attribute: __p::Some("id"),
                ty: <Ulid as __p::Attribute>::TYPE,
                optional: <Ulid as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "author",
                attribute: __p::Some("author"),
                ty: <Option<String> as __p::Attribute>::TYPE,
                optional: <Option<String> as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "edited_at",
                attribute: __p::Some("editedAt"),
                ty: <Option<Timestamp> as __p::Attribute>::TYPE,
                optional: <Option<Timestamp> as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "mentions",
                attribute: __p::Some("mentions"),
                ty: <__p::AsSet as __p::Adapter<BTreeSet<String>>>::TYPE,
                optional: false,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "payload",
                attribute: __p::Some("payload"),
                ty: __p::AttributeType::Any,
                optional: false,
                role: __p::Role::Plain,
                sensitive: true,
            },
            __p::FieldSchema {
                field: "reactions",
                attribute: __p::Some("reactions"),
                ty: <Vec<Reaction> as __p::Attribute>::TYPE,
                optional: <Vec<Reaction> as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
        ],
        pk: __p::KeySpec::Template(__p::Template {
            text: "CHANNEL#<channel_id>",
            parts: &[
                __p::Part::Literal("CHANNEL#"),
                __p::Part::Field(__p::KeyPart {
                    field: "channel_id",
                    format: __p::Format::Plain,
                    kind: <<ChannelId as __p::KeySource>::Key as __p::KeyField>::KIND,
                    optional: <ChannelId as __p::KeySource>::OPTIONAL,
                }),
            ],
        }),
        sk: __p::Some(
            __p::KeySpec::Template(__p::Template {
                text: "MSG#<timestamp:013>#<message_id>",
                parts: &[
                    __p::Part::Literal("MSG#"),
                    __p::Part::Field(__p::KeyPart {
                        field: "timestamp",
                        format: __p::Format::Padded(13usize),
                        kind: <<u64 as __p::KeySource>::Key as __p::KeyField>::KIND,
                        optional: <u64 as __p::KeySource>::OPTIONAL,
                    }),
                    __p::Part::Literal("#"),
                    __p::Part::Field(__p::KeyPart {
                        field: "message_id",
                        format: __p::Format::Plain,
                        kind: <<Ulid as __p::KeySource>::Key as __p::KeyField>::KIND,
                        optional: <Ulid as __p::KeySource>::OPTIONAL,
                    }),
                ],
            }),
        ),
        indexes: &[
            __p::IndexUse {
                index: "gsi1",
                membership: __p::Membership::Always(
                    __p::IndexKeys::Two(
                        &[
                            __p::KeySpec::Template(__p::Template {
                                text: "MSG#<message_id>",
                                parts: &[
                                    __p::Part::Literal("MSG#"),
                                    __p::Part::Field(__p::KeyPart {
                                        field: "message_id",
                                        format: __p::Format::Plain,
                                        kind: <<Ulid as __p::KeySource>::Key as __p::KeyField>::KIND,
                                        optional: <Ulid as __p::KeySource>::OPTIONAL,
                                    }),
                                ],
                            }),
                        ],
                        &[
                            __p::KeySpec::Template(__p::Template {
                                text: "CHANNEL#<channel_id>",
                                parts: &[
                                    __p::Part::Literal("CHANNEL#"),
                                    __p::Part::Field(__p::KeyPart {
                                        field: "channel_id",
                                        format: __p::Format::Plain,
                                        kind: <<ChannelId as __p::KeySource>::Key as __p::KeyField>::KIND,
                                        optional: <ChannelId as __p::KeySource>::OPTIONAL,
                                    }),
                                ],
                            }),
                        ],
                    ),
                ),
            },
            __p::IndexUse {
                index: "by_author",
                membership: __p::Membership::Sparse(
                    __p::IndexKeys::Two(
                        &[
                            __p::KeySpec::Template(__p::Template {
                                text: "AUTHOR#<author:lower>",
                                parts: &[
                                    __p::Part::Literal("AUTHOR#"),
                                    __p::Part::Field(__p::KeyPart {
                                        field: "author",
                                        format: __p::Format::Lower,
                                        kind: <<Option<
                                            String,
                                        > as __p::KeySource>::Key as __p::KeyField>::KIND,
                                        optional: <Option<String> as __p::KeySource>::OPTIONAL,
                                    }),
                                ],
                            }),
                        ],
                        &[
                            __p::KeySpec::Field(__p::KeyPart {
                                field: "edited_at",
                                format: __p::Format::Bare,
                                kind: <<Option<
                                    Timestamp,
                                > as __p::KeySource>::Key as __p::KeyField>::KIND,
                                optional: <Option<Timestamp> as __p::KeySource>::OPTIONAL,
                            }),
                        ],
                    ),
                ),
            },
            __p::IndexUse {
                index: "by_topic",
                membership: __p::Membership::None,
            },
        ],
        complete: true,
    };
    const __KEY: __p::KeyRender = __p::KeyRender {
        entity: "Message",
        separator: __LAYOUT.separator,
        sort: false,
    };
    const __PARTITION_0_0: __p::Slot = __p::index_slot(
        __LAYOUT,
        __SCHEMA.indexes,
        0usize,
        __p::Side::Partition,
        0usize,
    );
    const __SORT_0_0: __p::Slot = __p::index_slot(
        __LAYOUT,
        __SCHEMA.indexes,
        0usize,
        __p::Side::Sort,
        0usize,
    );
    const __PARTITION_1_0: __p::Slot = __p::index_slot(
        __LAYOUT,
        __SCHEMA.indexes,
        1usize,
        __p::Side::Partition,
        0usize,
    );
    const __SORT_1_0: __p::Slot = __p::index_slot(
        __LAYOUT,
        __SCHEMA.indexes,
        1usize,
        __p::Side::Sort,
        0usize,
    );
    #[inline]
    fn __pk(__w: &mut __p::KeyWriter<'_>, channel_id: &__p::KeyArg<ChannelId>) {
        __w.start(8usize + <ChannelId as __p::KeySource>::key_len(channel_id));
        __w.literal("CHANNEL#");
        <ChannelId as __p::KeySource>::write_plain(__w, "channel_id", channel_id);
    }
    #[inline]
    fn __sk(
        __w: &mut __p::KeyWriter<'_>,
        timestamp: &__p::KeyArg<u64>,
        message_id: &__p::KeyArg<Ulid>,
    ) {
        __w.start(18usize + <Ulid as __p::KeySource>::key_len(message_id));
        __w.literal("MSG#");
        <u64 as __p::KeySource>::write_padded(__w, "timestamp", timestamp, 13usize);
        __w.literal("#");
        <Ulid as __p::KeySource>::write_plain(__w, "message_id", message_id);
    }
    #[inline]
    fn __partition_0_0(__w: &mut __p::KeyWriter<'_>, message_id: &__p::KeyArg<Ulid>) {
        __w.start(4usize + <Ulid as __p::KeySource>::key_len(message_id));
        __w.literal("MSG#");
        <Ulid as __p::KeySource>::write_plain(__w, "message_id", message_id);
    }
    #[inline]
    fn __sort_0_0(__w: &mut __p::KeyWriter<'_>, channel_id: &__p::KeyArg<ChannelId>) {
        __w.start(8usize + <ChannelId as __p::KeySource>::key_len(channel_id));
        __w.literal("CHANNEL#");
        <ChannelId as __p::KeySource>::write_plain(__w, "channel_id", channel_id);
    }
    #[inline]
    fn __partition_1_0(
        __w: &mut __p::KeyWriter<'_>,
        author: &__p::KeyArg<Option<String>>,
    ) {
        __w.start(7usize + <Option<String> as __p::KeySource>::key_len(author));
        __w.literal("AUTHOR#");
        <Option<String> as __p::KeySource>::write_lower(__w, "author", author);
    }
    #[inline]
    fn __sort_1_0(
        __w: &mut __p::KeyWriter<'_>,
        edited_at: &__p::KeyArg<Option<Timestamp>>,
    ) {
        __w.start(0usize + <Option<Timestamp> as __p::KeySource>::key_len(edited_at));
        <Option<Timestamp> as __p::KeySource>::write_bare(__w, "edited_at", edited_at);
    }
    #[automatically_derived]
    impl Message {
        /**The primary key of a `Message`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.

A value that cannot stand in a key is refused here, before anything is sent.*/
        pub(crate) fn key(
            channel_id: &__p::KeyArg<ChannelId>,
            timestamp: &__p::KeyArg<u64>,
            message_id: &__p::KeyArg<Ulid>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::render(
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(__w, channel_id);
                    __p::Ok(())
                },
                __p::Some(|__w: &mut __p::KeyWriter<'_>| {
                    __sk(__w, timestamp, message_id);
                    __p::Ok(())
                }),
            )
        }
        /**Reads `channel_id`, `timestamp`, `message_id` back from the primary key of a `Message`.

Key: `CHANNEL#<channel_id>` / `MSG#<timestamp:013>#<message_id>`.*/
        pub(crate) fn parse_key(
            pk: &str,
            sk: &str,
        ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            <Self as __p::Entity>::parse(pk, __p::Some(sk))
        }
        /**The keys of this `Message` in index `gsi1`.

Key: `MSG#<message_id>` / `CHANNEL#<channel_id>`.*/
        pub(crate) fn gsi1_key(&self) -> __p::Result<__p::IndexKey, __p::Error> {
            __p::Ok(
                __p::IndexKey::two(
                    __LAYOUT.index("gsi1"),
                    <[_]>::into_vec(
                        __p::Box::new([
                            __p::KeyValue::render_slot(
                                &__KEY,
                                &__PARTITION_0_0,
                                |__w: &mut __p::KeyWriter<'_>| {
                                    __partition_0_0(
                                        __w,
                                        <Ulid as __p::KeySource>::required(&self.message_id)?,
                                    );
                                    __p::Ok(())
                                },
                            )?,
                        ]),
                    ),
                    <[_]>::into_vec(
                        __p::Box::new([
                            __p::KeyValue::render_slot(
                                &__KEY,
                                &__SORT_0_0,
                                |__w: &mut __p::KeyWriter<'_>| {
                                    __sort_0_0(
                                        __w,
                                        <ChannelId as __p::KeySource>::required(&self.channel_id)?,
                                    );
                                    __p::Ok(())
                                },
                            )?,
                        ]),
                    ),
                ),
            )
        }
        /**The keys of this `Message` in index `by_author`; `None` while a field of it is `None`.

Key: `AUTHOR#<author:lower>` / `edited_at`.*/
        pub(crate) fn by_author_key(
            &self,
        ) -> __p::Result<__p::Option<__p::IndexKey>, __p::Error> {
            if __p::Option::is_some(
                &<Option<String> as __p::KeySource>::key_value(&self.author),
            )
                && __p::Option::is_some(
                    &<Option<Timestamp> as __p::KeySource>::key_value(&self.edited_at),
                )
            {
                __p::Ok(
                    __p::Some(
                        __p::IndexKey::two(
                            __LAYOUT.index("by_author"),
                            <[_]>::into_vec(
                                __p::Box::new([
                                    __p::KeyValue::render_slot(
                                        &__KEY,
                                        &__PARTITION_1_0,
                                        |__w: &mut __p::KeyWriter<'_>| {
                                            __partition_1_0(
                                                __w,
                                                <Option<String> as __p::KeySource>::required(&self.author)?,
                                            );
                                            __p::Ok(())
                                        },
                                    )?,
                                ]),
                            ),
                            <[_]>::into_vec(
                                __p::Box::new([
                                    __p::KeyValue::render_slot(
                                        &__KEY,
                                        &__SORT_1_0,
                                        |__w: &mut __p::KeyWriter<'_>| {
                                            __sort_1_0(
                                                __w,
                                                <Option<
                                                    Timestamp,
                                                > as __p::KeySource>::required(&self.edited_at)?,
                                            );
                                            __p::Ok(())
                                        },
                                    )?,
                                ]),
                            ),
                        ),
                    ),
                )
            } else {
                __p::Ok(__p::None)
            }
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
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        const ATTRIBUTES: usize = 13usize;
        fn key(&self) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::render(
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(
                        __w,
                        <ChannelId as __p::KeySource>::required(&self.channel_id)?,
                    );
                    __p::Ok(())
                },
                __p::Some(|__w: &mut __p::KeyWriter<'_>| {
                    __sk(
                        __w,
                        <u64 as __p::KeySource>::required(&self.timestamp)?,
                        <Ulid as __p::KeySource>::required(&self.message_id)?,
                    );
                    __p::Ok(())
                }),
            )
        }
        fn parse(
            __pk: &str,
            __sk: __p::Option<&str>,
        ) -> __p::Result<Self::KeyFields, __p::Error> {
            let __captures = __p::KeyCaptures::split::<Self>(__pk, __sk)?;
            __p::Ok((
                __captures.get::<<ChannelId as __p::KeySource>::Key>("channel_id")?,
                __captures.get::<<u64 as __p::KeySource>::Key>("timestamp")?,
                __captures.get::<<Ulid as __p::KeySource>::Key>("message_id")?,
            ))
        }
        fn write_attributes<__M: __p::SlotWriter>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            __p::SlotWriter::key(
                __m,
                &__KEY,
                &__LAYOUT.pk.name,
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(
                        __w,
                        <ChannelId as __p::KeySource>::required(&self.channel_id)?,
                    );
                    __p::Ok(())
                },
            )?;
            if let __p::Some(__sort) = &__LAYOUT.sk {
                __p::SlotWriter::key(
                    __m,
                    &__KEY.sorting(true),
                    &__sort.name,
                    |__w: &mut __p::KeyWriter<'_>| {
                        __sk(
                            __w,
                            <u64 as __p::KeySource>::required(&self.timestamp)?,
                            <Ulid as __p::KeySource>::required(&self.message_id)?,
                        );
                        __p::Ok(())
                    },
                )?;
            }
            __p::SlotWriter::index_key(
                __m,
                &__KEY,
                &__PARTITION_0_0,
                |__w: &mut __p::KeyWriter<'_>| {
                    __partition_0_0(
                        __w,
                        <Ulid as __p::KeySource>::required(&self.message_id)?,
                    );
                    __p::Ok(())
                },
            )?;
            __p::SlotWriter::index_key(
                __m,
                &__KEY,
                &__SORT_0_0,
                |__w: &mut __p::KeyWriter<'_>| {
                    __sort_0_0(
                        __w,
                        <ChannelId as __p::KeySource>::required(&self.channel_id)?,
                    );
                    __p::Ok(())
                },
            )?;
            if __p::Option::is_some(
                &<Option<String> as __p::KeySource>::key_value(&self.author),
            )
                && __p::Option::is_some(
                    &<Option<Timestamp> as __p::KeySource>::key_value(&self.edited_at),
                )
            {
                __p::SlotWriter::index_key(
                    __m,
                    &__KEY,
                    &__PARTITION_1_0,
                    |__w: &mut __p::KeyWriter<'_>| {
                        __partition_1_0(
                            __w,
                            <Option<String> as __p::KeySource>::required(&self.author)?,
                        );
                        __p::Ok(())
                    },
                )?;
            }
            if let __p::Some(__tag) = &__LAYOUT.type_attribute {
                __p::SlotWriter::tag(__m, __tag, "Msg")?;
            }
            <ChannelId as __p::Attribute>::write_field(
                &self.channel_id,
                __m,
                &__p::Name::new("channelId", "\"channelId\":"),
            )?;
            <Ulid as __p::Attribute>::write_field(
                &self.message_id,
                __m,
                &__p::Name::new("id", "\"id\":"),
            )?;
            <Option<
                String,
            > as __p::Attribute>::write_field(
                &self.author,
                __m,
                &__p::Name::new("author", "\"author\":"),
            )?;
            __p::MapEncoder::key_field(
                __m,
                &__p::Name::new("editedAt", "\"editedAt\":"),
                &self.edited_at,
            )?;
            <__p::AsSet as __p::Adapter<
                BTreeSet<String>,
            >>::write_field(
                &self.mentions,
                __m,
                &__p::Name::new("mentions", "\"mentions\":"),
            )?;
            __p::MapEncoder::field(
                __m,
                &__p::Name::new("payload", "\"payload\":"),
                &__p::encode_serde(&self.payload, "payload")?,
            )?;
            <Vec<
                Reaction,
            > as __p::Attribute>::write_field(
                &self.reactions,
                __m,
                &__p::Name::new("reactions", "\"reactions\":"),
            )?;
            __p::Ok(())
        }
        fn read_attributes<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            const __PK: &str = __LAYOUT.pk.name.text;
            const __SK: &str = __p::sort_name(__LAYOUT);
            const __TAG: &str = __p::name_or_none(__LAYOUT.type_attribute);
            let mut __f0: __p::Option<ChannelId> = __p::None;
            let mut __f2: __p::Option<Ulid> = __p::None;
            let mut __f3: __p::Option<Option<String>> = __p::None;
            let mut __f4: __p::Option<Option<Timestamp>> = __p::None;
            let mut __f5: __p::Option<BTreeSet<String>> = __p::None;
            let mut __f6: __p::Option<Foreign> = __p::None;
            let mut __f7: __p::Option<Vec<Reaction>> = __p::None;
            while let __p::Some((__name, __value)) = __p::MapDecoder::next(__map)? {
                match __p::AsRef::<str>::as_ref(&__name) {
                    "channelId" => {
                        <ChannelId as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "channelId",
                        )?
                    }
                    "id" | "messageId" => {
                        <Ulid as __p::Attribute>::read_field(&mut __f2, __value, "id")?
                    }
                    "author" => {
                        <Option<
                            String,
                        > as __p::Attribute>::read_field(&mut __f3, __value, "author")?
                    }
                    "editedAt" => {
                        <Option<
                            Timestamp,
                        > as __p::Attribute>::read_field(&mut __f4, __value, "editedAt")?
                    }
                    "mentions" => {
                        <__p::AsSet as __p::Adapter<
                            BTreeSet<String>,
                        >>::read_field(&mut __f5, __value, "mentions")?
                    }
                    "payload" => __p::read_serde(&mut __f6, __value, "payload")?,
                    "reactions" => {
                        <Vec<
                            Reaction,
                        > as __p::Attribute>::read_field(
                            &mut __f7,
                            __value,
                            "reactions",
                        )?
                    }
                    __PK => __keys.pk(__value, __LAYOUT)?,
                    __SK => __keys.sk(__value, __LAYOUT)?,
                    __TAG => __keys.tag(__value, __TAG, "Msg")?,
                    _ => __p::Decoder::skip(__value)?,
                }
            }
            let (_, __f1, _) = __keys.fields::<Self>()?;
            __p::Ok(Self {
                channel_id: <ChannelId as __p::Attribute>::finish_field(
                    __f0,
                    "channelId",
                )?,
                timestamp: __f1,
                message_id: <Ulid as __p::Attribute>::finish_field(__f2, "id")?,
                author: <Option<
                    String,
                > as __p::Attribute>::finish_field(__f3, "author")?,
                edited_at: <Option<
                    Timestamp,
                > as __p::Attribute>::finish_field(__f4, "editedAt")?,
                mentions: <__p::AsSet as __p::Adapter<
                    BTreeSet<String>,
                >>::finish_field(__f5, "mentions")?,
                payload: __p::finish_serde(__f6, "payload")?,
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
    const _: () = __p::check::partition_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::sort_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::index_is_known(__LAYOUT, __SCHEMA, "gsi1", __p::None);
    const _: () = __p::check::index(__LAYOUT, __SCHEMA, 0usize);
    const _: () = __p::check::index_is_known(__LAYOUT, __SCHEMA, "by_author", __p::None);
    const _: () = __p::check::index(__LAYOUT, __SCHEMA, 1usize);
    const _: () = __p::check::index_is_known(__LAYOUT, __SCHEMA, "by_topic", __p::None);
    const _: () = __p::check::mandatory(__LAYOUT, __SCHEMA);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 0usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 2usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 3usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 4usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 5usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 6usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 7usize);
    const _: () = __p::check::lists(<crate::Discord as __p::Table>::SCHEMA, __SCHEMA);
};
