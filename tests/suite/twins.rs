//! The passing twins of the compile-fail cases: each is one edit away from its case, and compiles as part of this crate.

#![allow(dead_code, missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

#[path = "../pass/access/collection_that_is_narrowed.rs"]
mod access_collection_that_is_narrowed;
#[path = "../pass/access/field_given_twice.rs"]
mod access_field_given_twice;
#[path = "../pass/access/get_with_other_options.rs"]
mod access_get_with_other_options;
#[path = "../pass/access/get_without_the_key.rs"]
mod access_get_without_the_key;
#[path = "../pass/access/goes_on_after_a_range.rs"]
mod access_goes_on_after_a_range;
#[path = "../pass/access/items_that_are_a_part.rs"]
mod access_items_that_are_a_part;
#[path = "../pass/access/limit_of_nothing.rs"]
mod access_limit_of_nothing;
#[path = "../pass/access/named_like_a_function.rs"]
mod access_named_like_a_function;
#[path = "../pass/access/named_like_a_query_of_the_second_arm.rs"]
mod access_named_like_a_query_of_the_second_arm;
#[path = "../pass/access/named_like_an_index.rs"]
mod access_named_like_an_index;
#[path = "../pass/access/no_index_has_the_field.rs"]
mod access_no_index_has_the_field;
#[path = "../pass/access/no_key_serves.rs"]
mod access_no_key_serves;
#[path = "../pass/access/not_from_the_left.rs"]
mod access_not_from_the_left;
#[path = "../pass/access/operator_of_another_language.rs"]
mod access_operator_of_another_language;
#[path = "../pass/access/option_given_twice.rs"]
mod access_option_given_twice;
#[path = "../pass/access/range_of_a_date.rs"]
mod access_range_of_a_date;
#[path = "../pass/access/range_of_an_enum_out_of_order.rs"]
mod access_range_of_an_enum_out_of_order;
#[path = "../pass/access/range_of_an_unordered_number.rs"]
mod access_range_of_an_unordered_number;
#[path = "../pass/access/range_of_text_within_a_key.rs"]
mod access_range_of_text_within_a_key;
#[path = "../pass/access/rate_that_is_a_text.rs"]
mod access_rate_that_is_a_text;
#[path = "../pass/access/two_of_one_name.rs"]
mod access_two_of_one_name;
#[path = "../pass/access/unexpired_without_ttl.rs"]
mod access_unexpired_without_ttl;
#[path = "../pass/access/unknown_field.rs"]
mod access_unknown_field;
#[path = "../pass/access/unknown_index.rs"]
mod access_unknown_index;
#[path = "../pass/access/unknown_operator.rs"]
mod access_unknown_operator;
#[path = "../pass/access/value_after_the_operator.rs"]
mod access_value_after_the_operator;
#[path = "../pass/argument/inner_type_of_a_newtype.rs"]
mod argument_inner_type_of_a_newtype;
#[path = "../pass/argument/key_part_of_another_type.rs"]
mod argument_key_part_of_another_type;
#[path = "../pass/argument/narrowed_by_the_inner_type.rs"]
mod argument_narrowed_by_the_inner_type;
#[path = "../pass/argument/option_of_a_reference.rs"]
mod argument_option_of_a_reference;
#[path = "../pass/attribute/key_field_with_two_parts.rs"]
mod attribute_key_field_with_two_parts;
#[path = "../pass/attribute/one_text_for_two_variants.rs"]
mod attribute_one_text_for_two_variants;
#[path = "../pass/attribute/tuple_with_an_inner_tag.rs"]
mod attribute_tuple_with_an_inner_tag;
#[path = "../pass/collection/different_partitions.rs"]
mod collection_different_partitions;
#[path = "../pass/collection/different_partitions_of_an_index.rs"]
mod collection_different_partitions_of_an_index;
#[path = "../pass/collection/not_in_the_index.rs"]
mod collection_not_in_the_index;
#[path = "../pass/collection/of_another_index.rs"]
mod collection_of_another_index;
#[path = "../pass/collection/of_other_partitions.rs"]
mod collection_of_other_partitions;
#[path = "../pass/collection/unknown_index.rs"]
mod collection_unknown_index;
#[path = "../pass/collection/unknown_option.rs"]
mod collection_unknown_option;
#[path = "../pass/condition/of_another_entity.rs"]
mod condition_of_another_entity;
#[path = "../pass/condition/order_of_a_map.rs"]
mod condition_order_of_a_map;
#[path = "../pass/counted/alias_of_the_number.rs"]
mod counted_alias_of_the_number;
#[path = "../pass/counted/counter_updated_by_hand.rs"]
mod counted_counter_updated_by_hand;
#[path = "../pass/counted/counter_upserted_by_hand.rs"]
mod counted_counter_upserted_by_hand;
#[path = "../pass/counted/counter_written_by_hand.rs"]
mod counted_counter_written_by_hand;
#[path = "../pass/counted/in_an_index.rs"]
mod counted_in_an_index;
#[path = "../pass/counted/key_not_given.rs"]
mod counted_key_not_given;
#[path = "../pass/counted/not_a_number.rs"]
mod counted_not_a_number;
#[path = "../pass/counted/number_that_never_changes.rs"]
mod counted_number_that_never_changes;
#[path = "../pass/counted/unknown_counter.rs"]
mod counted_unknown_counter;
#[path = "../pass/counted/unknown_field.rs"]
mod counted_unknown_field;
#[path = "../pass/downstream/has_a_tag_of_the_base.rs"]
mod downstream_has_a_tag_of_the_base;
#[path = "../pass/downstream/is_caught_by_a_query_of_the_base.rs"]
mod downstream_is_caught_by_a_query_of_the_base;
#[path = "../pass/downstream/is_caught_in_an_index.rs"]
mod downstream_is_caught_in_an_index;
#[path = "../pass/downstream/leaves_out_a_mandatory_index.rs"]
mod downstream_leaves_out_a_mandatory_index;
#[path = "../pass/downstream/takes_a_key_of_the_base.rs"]
mod downstream_takes_a_key_of_the_base;
#[path = "../pass/entity/allowed_without_a_reason.rs"]
mod entity_allowed_without_a_reason;
#[path = "../pass/entity/constant_given_twice.rs"]
mod entity_constant_given_twice;
#[path = "../pass/entity/constant_of_another_type.rs"]
mod entity_constant_of_another_type;
#[path = "../pass/entity/constant_that_an_index_lacks.rs"]
mod entity_constant_that_an_index_lacks;
#[path = "../pass/entity/constant_that_is_a_field.rs"]
mod entity_constant_that_is_a_field;
#[path = "../pass/entity/constant_that_is_a_key.rs"]
mod entity_constant_that_is_a_key;
#[path = "../pass/entity/constant_that_is_the_type_tag.rs"]
mod entity_constant_that_is_the_type_tag;
#[path = "../pass/entity/constant_under_a_reserved_name.rs"]
mod entity_constant_under_a_reserved_name;
#[path = "../pass/entity/empty_tag.rs"]
mod entity_empty_tag;
#[path = "../pass/entity/load_larger_than_an_item.rs"]
mod entity_load_larger_than_an_item;
#[path = "../pass/entity/load_of_another_kind.rs"]
mod entity_load_of_another_kind;
#[path = "../pass/entity/no_table.rs"]
mod entity_no_table;
#[path = "../pass/entity/not_a_struct.rs"]
mod entity_not_a_struct;
#[path = "../pass/entity/one_mistake_used_in_many_places.rs"]
mod entity_one_mistake_used_in_many_places;
#[path = "../pass/entity/soft_delete_without_ttl.rs"]
mod entity_soft_delete_without_ttl;
#[path = "../pass/entity/three_mistakes.rs"]
mod entity_three_mistakes;
#[path = "../pass/entity/unknown_option.rs"]
mod entity_unknown_option;
#[path = "../pass/entity/updates_of_a_key.rs"]
mod entity_updates_of_a_key;
#[path = "../pass/entity/updates_of_an_unknown_field.rs"]
mod entity_updates_of_an_unknown_field;
#[path = "../pass/entity/updates_of_nothing.rs"]
mod entity_updates_of_nothing;
#[path = "../pass/entity/updates_of_what_is_written_once.rs"]
mod entity_updates_of_what_is_written_once;
#[path = "../pass/entity/write_once_batch.rs"]
mod entity_write_once_batch;
#[path = "../pass/entity/write_once_put.rs"]
mod entity_write_once_put;
#[path = "../pass/entity/write_once_replace.rs"]
mod entity_write_once_replace;
#[path = "../pass/entity/write_once_replaced_in_a_transaction.rs"]
mod entity_write_once_replaced_in_a_transaction;
#[path = "../pass/entity/write_once_soft_delete.rs"]
mod entity_write_once_soft_delete;
#[path = "../pass/entity/write_once_transaction.rs"]
mod entity_write_once_transaction;
#[path = "../pass/entity/write_once_update.rs"]
mod entity_write_once_update;
#[path = "../pass/entity/write_once_with_a_value.rs"]
mod entity_write_once_with_a_value;
#[path = "../pass/field/immutable_and_counted_up.rs"]
mod field_immutable_and_counted_up;
#[path = "../pass/field/is_a_key_of_the_table.rs"]
mod field_is_a_key_of_the_table;
#[path = "../pass/field/is_the_ttl_of_another_type.rs"]
mod field_is_the_ttl_of_another_type;
#[path = "../pass/field/is_the_type_tag.rs"]
mod field_is_the_type_tag;
#[path = "../pass/field/not_an_attribute.rs"]
mod field_not_an_attribute;
#[path = "../pass/field/one_attribute_twice.rs"]
mod field_one_attribute_twice;
#[path = "../pass/field/rest_of_another_type.rs"]
mod field_rest_of_another_type;
#[path = "../pass/field/rest_twice.rs"]
mod field_rest_twice;
#[path = "../pass/field/rest_with_another_option.rs"]
mod field_rest_with_another_option;
#[path = "../pass/field/set_of_an_option.rs"]
mod field_set_of_an_option;
#[path = "../pass/field/slips_into_an_index.rs"]
mod field_slips_into_an_index;
#[path = "../pass/field/ttl_under_another_name.rs"]
mod field_ttl_under_another_name;
#[path = "../pass/field/under_a_reserved_name.rs"]
mod field_under_a_reserved_name;
#[path = "../pass/field/unknown_option.rs"]
mod field_unknown_option;
#[path = "../pass/field/wrong_type_for_an_index_key.rs"]
mod field_wrong_type_for_an_index_key;
#[path = "../pass/index/attribute_of_the_table_differs.rs"]
mod index_attribute_of_the_table_differs;
#[path = "../pass/index/bare_field_of_another_name.rs"]
mod index_bare_field_of_another_name;
#[path = "../pass/index/given_twice.rs"]
mod index_given_twice;
#[path = "../pass/index/in_it_without_giving_it.rs"]
mod index_in_it_without_giving_it;
#[path = "../pass/index/mandatory_missing.rs"]
mod index_mandatory_missing;
#[path = "../pass/index/optional_not_sparse.rs"]
mod index_optional_not_sparse;
#[path = "../pass/index/shared_attribute_differs.rs"]
mod index_shared_attribute_differs;
#[path = "../pass/index/sort_key_missing.rs"]
mod index_sort_key_missing;
#[path = "../pass/index/sort_key_surplus.rs"]
mod index_sort_key_surplus;
#[path = "../pass/index/sparse_in_a_mandatory_index.rs"]
mod index_sparse_in_a_mandatory_index;
#[path = "../pass/index/sparse_without_option.rs"]
mod index_sparse_without_option;
#[path = "../pass/index/template_on_number_key.rs"]
mod index_template_on_number_key;
#[path = "../pass/index/that_a_soft_delete_cannot_leave.rs"]
mod index_that_a_soft_delete_cannot_leave;
#[path = "../pass/index/unknown_index.rs"]
mod index_unknown_index;
#[path = "../pass/index/updated_at_with_another_field.rs"]
mod index_updated_at_with_another_field;
#[path = "../pass/index/version_in_a_template.rs"]
mod index_version_in_a_template;
#[path = "../pass/index/when_all_keys_are_fields.rs"]
mod index_when_all_keys_are_fields;
#[path = "../pass/index/when_arms_catch_each_other.rs"]
mod index_when_arms_catch_each_other;
#[path = "../pass/index/when_in_a_mandatory_index.rs"]
mod index_when_in_a_mandatory_index;
#[path = "../pass/index/when_of_a_condition.rs"]
mod index_when_of_a_condition;
#[path = "../pass/index/when_of_a_value_of_an_option.rs"]
mod index_when_of_a_value_of_an_option;
#[path = "../pass/index/when_of_an_enum.rs"]
mod index_when_of_an_enum;
#[path = "../pass/index/when_of_an_optional_bool.rs"]
mod index_when_of_an_optional_bool;
#[path = "../pass/index/when_of_an_unknown_field.rs"]
mod index_when_of_an_unknown_field;
#[path = "../pass/index/when_of_an_unknown_value.rs"]
mod index_when_of_an_unknown_value;
#[path = "../pass/index/when_with_another_option.rs"]
mod index_when_with_another_option;
#[path = "../pass/index/when_without_keys.rs"]
mod index_when_without_keys;
#[path = "../pass/index/wrong_type_for_key.rs"]
mod index_wrong_type_for_key;
#[path = "../pass/key/date_of_text.rs"]
mod key_date_of_text;
#[path = "../pass/key/empty_template.rs"]
mod key_empty_template;
#[path = "../pass/key/float_in_two_keys.rs"]
mod key_float_in_two_keys;
#[path = "../pass/key/folded_and_key_only.rs"]
mod key_folded_and_key_only;
#[path = "../pass/key/formats_together.rs"]
mod key_formats_together;
#[path = "../pass/key/hour_and_key_only.rs"]
mod key_hour_and_key_only;
#[path = "../pass/key/instant_of_another_text.rs"]
mod key_instant_of_another_text;
#[path = "../pass/key/key_only_outside_the_key.rs"]
mod key_key_only_outside_the_key;
#[path = "../pass/key/literals_longer_than_a_key.rs"]
mod key_literals_longer_than_a_key;
#[path = "../pass/key/missing_pk.rs"]
mod key_missing_pk;
#[path = "../pass/key/missing_sk.rs"]
mod key_missing_sk;
#[path = "../pass/key/not_a_key_field.rs"]
mod key_not_a_key_field;
#[path = "../pass/key/one_shard_for_all.rs"]
mod key_one_shard_for_all;
#[path = "../pass/key/optional_in_primary_key.rs"]
mod key_optional_in_primary_key;
#[path = "../pass/key/padding_on_text.rs"]
mod key_padding_on_text;
#[path = "../pass/key/reads_of_former_shards_in_a_primary_key.rs"]
mod key_reads_of_former_shards_in_a_primary_key;
#[path = "../pass/key/reads_of_too_few_shards.rs"]
mod key_reads_of_too_few_shards;
#[path = "../pass/key/shard_in_a_sort_key.rs"]
mod key_shard_in_a_sort_key;
#[path = "../pass/key/sharded_without_a_shard.rs"]
mod key_sharded_without_a_shard;
#[path = "../pass/key/signed_number.rs"]
mod key_signed_number;
#[path = "../pass/key/stray_bracket.rs"]
mod key_stray_bracket;
#[path = "../pass/key/two_fields_in_one_segment.rs"]
mod key_two_fields_in_one_segment;
#[path = "../pass/key/unclosed_field.rs"]
mod key_unclosed_field;
#[path = "../pass/key/unknown_field.rs"]
mod key_unknown_field;
#[path = "../pass/key/unknown_format.rs"]
mod key_unknown_format;
#[path = "../pass/key/unknown_type.rs"]
mod key_unknown_type;
#[path = "../pass/key/unordered_text.rs"]
mod key_unordered_text;
#[path = "../pass/key/unpadded_number.rs"]
mod key_unpadded_number;
#[path = "../pass/key/updated_at_in_the_primary_key.rs"]
mod key_updated_at_in_the_primary_key;
#[path = "../pass/key/used_with_a_typo.rs"]
mod key_used_with_a_typo;
#[path = "../pass/key/used_with_an_unclosed_field.rs"]
mod key_used_with_an_unclosed_field;
#[path = "../pass/key/used_without_key_field.rs"]
mod key_used_without_key_field;
#[path = "../pass/key/version_in_the_primary_key.rs"]
mod key_version_in_the_primary_key;
#[path = "../pass/models/access_made_by_hand.rs"]
mod models_access_made_by_hand;
#[path = "../pass/models/activity_is_updated.rs"]
mod models_activity_is_updated;
#[path = "../pass/models/activity_is_written_again.rs"]
mod models_activity_is_written_again;
#[path = "../pass/models/cancel_changes_the_owner.rs"]
mod models_cancel_changes_the_owner;
#[path = "../pass/models/create_channel_as_a_member.rs"]
mod models_create_channel_as_a_member;
#[path = "../pass/models/delete_quest_without_an_admin.rs"]
mod models_delete_quest_without_an_admin;
#[path = "../pass/models/one_id_for_another.rs"]
mod models_one_id_for_another;
#[path = "../pass/models/quest_content_changes.rs"]
mod models_quest_content_changes;
#[path = "../pass/models/read_without_access.rs"]
mod models_read_without_access;
#[path = "../pass/models/send_without_access.rs"]
mod models_send_without_access;
#[path = "../pass/overlap/index_without_the_type.rs"]
mod overlap_index_without_the_type;
#[path = "../pass/overlap/not_declared.rs"]
mod overlap_not_declared;
#[path = "../pass/overlap/shared_key_not_declared.rs"]
mod overlap_shared_key_not_declared;
#[path = "../pass/overlap/shares_key_on_one_side.rs"]
mod overlap_shares_key_on_one_side;
#[path = "../pass/overlap/shares_key_with_another_template.rs"]
mod overlap_shares_key_with_another_template;
#[path = "../pass/overlap/shares_key_with_itself.rs"]
mod overlap_shares_key_with_itself;
#[path = "../pass/overlap/that_catches_nothing.rs"]
mod overlap_that_catches_nothing;
#[path = "../pass/overlap/without_a_type_attribute.rs"]
mod overlap_without_a_type_attribute;
#[path = "../pass/pointer/element_of_another_type.rs"]
mod pointer_element_of_another_type;
#[path = "../pass/pointer/field_of_another_type.rs"]
mod pointer_field_of_another_type;
#[path = "../pass/pointer/field_of_the_mark.rs"]
mod pointer_field_of_the_mark;
#[path = "../pass/pointer/from_without_a_record.rs"]
mod pointer_from_without_a_record;
#[path = "../pass/pointer/key_without_source.rs"]
mod pointer_key_without_source;
#[path = "../pass/pointer/listed_twice.rs"]
mod pointer_listed_twice;
#[path = "../pass/pointer/mandatory_index_missing.rs"]
mod pointer_mandatory_index_missing;
#[path = "../pass/pointer/not_a_pointer.rs"]
mod pointer_not_a_pointer;
#[path = "../pass/pointer/not_listed.rs"]
mod pointer_not_listed;
#[path = "../pass/pointer/of_a_pointer.rs"]
mod pointer_of_a_pointer;
#[path = "../pass/pointer/one_key_for_all_elements.rs"]
mod pointer_one_key_for_all_elements;
#[path = "../pass/pointer/one_key_for_two_records.rs"]
mod pointer_one_key_for_two_records;
#[path = "../pass/pointer/unknown_collection.rs"]
mod pointer_unknown_collection;
#[path = "../pass/pointer/unknown_field.rs"]
mod pointer_unknown_field;
#[path = "../pass/pointer/unknown_option.rs"]
mod pointer_unknown_option;
#[path = "../pass/pointer/written_by_hand.rs"]
mod pointer_written_by_hand;
#[path = "../pass/pointer/written_in_a_transaction.rs"]
mod pointer_written_in_a_transaction;
#[path = "../pass/projection/field_of_another_type.rs"]
mod projection_field_of_another_type;
#[path = "../pass/projection/not_declared_for_the_index.rs"]
mod projection_not_declared_for_the_index;
#[path = "../pass/projection/not_held_by_the_index.rs"]
mod projection_not_held_by_the_index;
#[path = "../pass/projection/unknown_field.rs"]
mod projection_unknown_field;
#[path = "../pass/query/batch_with_a_key_of_another_table.rs"]
mod query_batch_with_a_key_of_another_table;
#[path = "../pass/query/begins_with_on_a_number.rs"]
mod query_begins_with_on_a_number;
#[path = "../pass/query/consistent_read_of_a_global_index.rs"]
mod query_consistent_read_of_a_global_index;
#[path = "../pass/query/consistent_scan_of_a_global_index.rs"]
mod query_consistent_scan_of_a_global_index;
#[path = "../pass/query/filter_on_a_get.rs"]
mod query_filter_on_a_get;
#[path = "../pass/query/key_of_another_type.rs"]
mod query_key_of_another_type;
#[path = "../pass/query/local_index_by_half_a_key.rs"]
mod query_local_index_by_half_a_key;
#[path = "../pass/query/narrowed_after_a_range.rs"]
mod query_narrowed_after_a_range;
#[path = "../pass/query/narrowed_from_the_right.rs"]
mod query_narrowed_from_the_right;
#[path = "../pass/query/narrowed_in_another_index.rs"]
mod query_narrowed_in_another_index;
#[path = "../pass/query/prefix_of_a_partition_key.rs"]
mod query_prefix_of_a_partition_key;
#[path = "../pass/query/range_from_a_key_of_another_table.rs"]
mod query_range_from_a_key_of_another_table;
#[path = "../pass/query/range_of_a_date.rs"]
mod query_range_of_a_date;
#[path = "../pass/query/range_of_an_enum_out_of_order.rs"]
mod query_range_of_an_enum_out_of_order;
#[path = "../pass/query/range_of_an_unordered_number.rs"]
mod query_range_of_an_unordered_number;
#[path = "../pass/query/range_of_folded_text.rs"]
mod query_range_of_folded_text;
#[path = "../pass/query/range_of_text_within_a_key.rs"]
mod query_range_of_text_within_a_key;
#[path = "../pass/query/scan_of_a_narrow_index.rs"]
mod query_scan_of_a_narrow_index;
#[path = "../pass/query/whole_item_from_a_narrow_index.rs"]
mod query_whole_item_from_a_narrow_index;
#[path = "../pass/serde/alias_of_a_key.rs"]
mod serde_alias_of_a_key;
#[path = "../pass/serde/alias_of_another_field.rs"]
mod serde_alias_of_another_field;
#[path = "../pass/serde/alias_of_the_version.rs"]
mod serde_alias_of_the_version;
#[path = "../pass/serde/alias_of_two_fields.rs"]
mod serde_alias_of_two_fields;
#[path = "../pass/serde/attribute_on_a_tuple.rs"]
mod serde_attribute_on_a_tuple;
#[path = "../pass/serde/deny_unknown_fields.rs"]
mod serde_deny_unknown_fields;
#[path = "../pass/serde/flatten.rs"]
mod serde_flatten;
#[path = "../pass/serde/skip_serializing.rs"]
mod serde_skip_serializing;
#[path = "../pass/serde/two_names.rs"]
mod serde_two_names;
#[path = "../pass/table/attribute_that_is_a_number.rs"]
mod table_attribute_that_is_a_number;
#[path = "../pass/table/billed_in_two_ways.rs"]
mod table_billed_in_two_ways;
#[path = "../pass/table/capacity_of_nothing.rs"]
mod table_capacity_of_nothing;
#[path = "../pass/table/does_not_list_an_entity.rs"]
mod table_does_not_list_an_entity;
#[path = "../pass/table/extension_index_on_a_field_of_the_base.rs"]
mod table_extension_index_on_a_field_of_the_base;
#[path = "../pass/table/extension_index_that_the_base_slips_into.rs"]
mod table_extension_index_that_the_base_slips_into;
#[path = "../pass/table/extension_leaves_out_its_mandatory_index.rs"]
mod table_extension_leaves_out_its_mandatory_index;
#[path = "../pass/table/extension_projects_what_nobody_has.rs"]
mod table_extension_projects_what_nobody_has;
#[path = "../pass/table/extension_takes_a_key_of_its_base.rs"]
mod table_extension_takes_a_key_of_its_base;
#[path = "../pass/table/extension_with_a_key_of_another_type.rs"]
mod table_extension_with_a_key_of_another_type;
#[path = "../pass/table/extension_with_an_index_name_of_its_base.rs"]
mod table_extension_with_an_index_name_of_its_base;
#[path = "../pass/table/extension_with_an_index_of_its_base.rs"]
mod table_extension_with_an_index_of_its_base;
#[path = "../pass/table/extension_with_too_many_indexes.rs"]
mod table_extension_with_too_many_indexes;
#[path = "../pass/table/index_billed_in_another_way.rs"]
mod table_index_billed_in_another_way;
#[path = "../pass/table/index_name_of_two_characters.rs"]
mod table_index_name_of_two_characters;
#[path = "../pass/table/index_with_an_empty_sort_key.rs"]
mod table_index_with_an_empty_sort_key;
#[path = "../pass/table/index_without_a_partition_attribute.rs"]
mod table_index_without_a_partition_attribute;
#[path = "../pass/table/name_with_a_space.rs"]
mod table_name_with_a_space;
#[path = "../pass/table/names_another_table.rs"]
mod table_names_another_table;
#[path = "../pass/table/one_attribute_of_two_types.rs"]
mod table_one_attribute_of_two_types;
#[path = "../pass/table/one_key_for_two.rs"]
mod table_one_key_for_two;
#[path = "../pass/table/one_sort_key_for_two_in_an_index.rs"]
mod table_one_sort_key_for_two_in_an_index;
#[path = "../pass/table/one_tag_for_two.rs"]
mod table_one_tag_for_two;
#[path = "../pass/table/prefix_catches_another.rs"]
mod table_prefix_catches_another;
#[path = "../pass/table/prefix_catches_another_in_an_index.rs"]
mod table_prefix_catches_another_in_an_index;
#[path = "../pass/table/projection_of_an_unknown_attribute.rs"]
mod table_projection_of_an_unknown_attribute;
#[path = "../pass/table/projection_of_nothing.rs"]
mod table_projection_of_nothing;
#[path = "../pass/table/projection_of_too_many.rs"]
mod table_projection_of_too_many;
#[path = "../pass/table/projection_that_lists_one_twice.rs"]
mod table_projection_that_lists_one_twice;
#[path = "../pass/table/quota_of_no_indexes.rs"]
mod table_quota_of_no_indexes;
#[path = "../pass/table/tag_as_a_number_key.rs"]
mod table_tag_as_a_number_key;
#[path = "../pass/table/tag_given_twice.rs"]
mod table_tag_given_twice;
#[path = "../pass/table/tag_in_a_key.rs"]
mod table_tag_in_a_key;
#[path = "../pass/table/tag_of_aws.rs"]
mod table_tag_of_aws;
#[path = "../pass/table/too_many_global_indexes.rs"]
mod table_too_many_global_indexes;
#[path = "../pass/table/too_many_local_indexes.rs"]
mod table_too_many_local_indexes;
#[path = "../pass/table/ttl_under_a_reserved_name.rs"]
mod table_ttl_under_a_reserved_name;
#[path = "../pass/table/unknown_option.rs"]
mod table_unknown_option;
#[path = "../pass/unique/field_of_another_type.rs"]
mod unique_field_of_another_type;
#[path = "../pass/unique/field_that_its_owner_lacks.rs"]
mod unique_field_that_its_owner_lacks;
#[path = "../pass/unique/key_with_another_field.rs"]
mod unique_key_with_another_field;
#[path = "../pass/unique/key_without_the_field.rs"]
mod unique_key_without_the_field;
#[path = "../pass/unique/lock_deleted_by_hand.rs"]
mod unique_lock_deleted_by_hand;
#[path = "../pass/unique/lock_deleted_in_a_batch.rs"]
mod unique_lock_deleted_in_a_batch;
#[path = "../pass/unique/lock_deleted_in_a_transaction.rs"]
mod unique_lock_deleted_in_a_transaction;
#[path = "../pass/unique/no_lock.rs"]
mod unique_no_lock;
#[path = "../pass/unique/of_nothing.rs"]
mod unique_of_nothing;
#[path = "../pass/unique/unknown_field.rs"]
mod unique_unknown_field;
#[path = "../pass/update/add_to_a_text.rs"]
mod update_add_to_a_text;
#[path = "../pass/update/add_to_an_index_key.rs"]
mod update_add_to_an_index_key;
#[path = "../pass/update/append_to_a_text.rs"]
mod update_append_to_a_text;
#[path = "../pass/update/deleted_at_by_hand.rs"]
mod update_deleted_at_by_hand;
#[path = "../pass/update/field_of_the_primary_key.rs"]
mod update_field_of_the_primary_key;
#[path = "../pass/update/immutable_element.rs"]
mod update_immutable_element;
#[path = "../pass/update/immutable_field.rs"]
mod update_immutable_field;
#[path = "../pass/update/immutable_list.rs"]
mod update_immutable_list;
#[path = "../pass/update/immutable_number.rs"]
mod update_immutable_number;
#[path = "../pass/update/immutable_option.rs"]
mod update_immutable_option;
#[path = "../pass/update/immutable_set.rs"]
mod update_immutable_set;
#[path = "../pass/update/immutable_unless_absent.rs"]
mod update_immutable_unless_absent;
#[path = "../pass/update/key_with_an_immutable_field.rs"]
mod update_key_with_an_immutable_field;
#[path = "../pass/update/part_of_an_index_key.rs"]
mod update_part_of_an_index_key;
#[path = "../pass/update/remove_what_is_needed.rs"]
mod update_remove_what_is_needed;
#[path = "../pass/update/soft_delete_without_a_field.rs"]
mod update_soft_delete_without_a_field;
#[path = "../pass/update/tested_field_alone.rs"]
mod update_tested_field_alone;
#[path = "../pass/update/upsert_of_a_field_of_the_primary_key.rs"]
mod update_upsert_of_a_field_of_the_primary_key;
#[path = "../pass/update/value_of_another_type.rs"]
mod update_value_of_another_type;
#[path = "../pass/update/version_by_hand.rs"]
mod update_version_by_hand;
#[path = "../pass/version/field_of_the_version.rs"]
mod version_field_of_the_version;
#[path = "../pass/version/not_a_number.rs"]
mod version_not_a_number;
#[path = "../pass/version/that_ends_soon.rs"]
mod version_that_ends_soon;
#[path = "../pass/version/upgrade_to_nothing.rs"]
mod version_upgrade_to_nothing;
#[path = "../pass/version/without_upgrade.rs"]
mod version_without_upgrade;
