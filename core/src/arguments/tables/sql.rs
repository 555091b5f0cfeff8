// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! Words and functions of SQL.

use crate::arguments::table::{Map, Words, list};
use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Send};

/// Functions with effects.
pub(crate) static SQL_SIDE: Map<VerbClass> = Map::new(
    list!(87, "addgeometrycolumn aws_lambda.invoke cron.schedule cursor_to_xml database_to_xml dblink \
    dblink_connect dblink_exec dblink_send_query dbms_scheduler dbms_sql dropgeometrytable edit eval \
    fts3_tokenizer get_lock http http_delete http_get http_post http_put lo_creat lo_create lo_export \
    lo_from_bytea lo_import lo_put lo_truncate lo_unlink load_extension lowrite net.http_get \
    net.http_post nextval openquery openrowset pg_advisory_lock pg_advisory_xact_lock pg_cancel_backend \
    pg_create_logical_replication_slot pg_create_physical_replication_slot pg_create_restore_point \
    pg_drop_replication_slot pg_file_unlink pg_file_write pg_import_system_collations \
    pg_logical_emit_message pg_notify pg_promote pg_reload_conf pg_replication_origin_create \
    pg_rotate_logfile pg_stat_reset pg_stat_reset_shared pg_stat_statements_reset pg_switch_wal \
    pg_terminate_backend pg_try_advisory_lock query_to_xml query_to_xml_and_xmlschema query_to_xmlschema \
    release_all_locks release_lock schema_to_xml set_config setval sp_addlogin sp_addsrvrolemember \
    sp_configure sp_execute_external_script sp_executesql sp_oacreate sp_oamethod sp_rename \
    sp_send_dbmail sp_start_job sys_eval sys_exec table_to_xml utl_file utl_http utl_smtp writefile \
    xp_cmdshell xp_dirtree xp_fileexist xp_regwrite"),
    &[
        Edit, Send, Exec, Exec, Exec, Exec, Exec, Exec, Exec, Exec, Exec, Destroy, Exec, Exec, Exec, Edit,
        Send, Send, Send, Send, Send, Edit, Edit, Edit, Edit, Edit, Edit, Edit, Destroy, Exec, Edit, Send,
        Send, Edit, Exec, Exec, Edit, Edit, Destroy, Edit, Edit, Edit, Destroy, Destroy, Edit, Edit, Edit,
        Edit, Destroy, Edit, Edit, Edit, Edit, Edit, Edit, Edit, Destroy, Edit, Exec, Exec, Exec, Edit,
        Edit, Exec, Edit, Edit, Edit, Edit, Edit, Exec, Exec, Exec, Exec, Edit, Send, Exec, Exec, Exec,
        Exec, Exec, Send, Send, Edit, Exec, Send, Send, Exec,
    ],
);

/// Functions without effects.
pub(crate) static SQL_PURE: Words = list!(402, "abs acos add_months against age any_value argmax argmin array array_agg ascii asin atan atan2 avg \
    bm25 bool_and bool_or btrim cardinality cast cbrt ceil ceiling changes char char_length \
    character_length charindex choose chr clock_timestamp coalesce col_description collect_list \
    collect_set concat concat_ws convert corr cos cot count countif crc32 cume_dist curdate \
    current_database current_date current_schema current_setting current_time current_timestamp \
    current_user curtime database date date_trunc dateadd datediff datepart datetime datetime_trunc day \
    dayofweek dayofyear db_name decode degrees dense_rank div encode eomonth error_message every exp \
    explode extract find_in_set first_value flatten floor format format_date format_datetime \
    format_timestamp format_type from_unixtime gen_random_uuid generate_array generate_date_array \
    generate_series generate_subscripts getdate getutcdate glob greatest group_concat grouping hex \
    highlight host_name hour if iff ifnull iif initcap instr interval isdate isfinite isjson isnull \
    isnumeric json_agg json_table jsonb_agg julianday lag last_day last_insert_rowid last_value lead \
    least left len length levenshtein like list_aggr list_aggregate list_any_value list_append \
    list_apply list_avg list_cat list_concat list_contains list_cosine_similarity list_count \
    list_distance list_distinct list_dot_product list_element list_extract list_filter list_first \
    list_grade_up list_has list_has_all list_has_any list_indexof list_inner_product list_intersect \
    list_last list_max list_median list_min list_mode list_pack list_position list_prepend list_product \
    list_reduce list_resize list_reverse list_reverse_sort list_select list_slice list_sort list_std \
    list_sum list_transform list_unique list_value list_where list_zip listagg ln localtime \
    localtimestamp locate log log10 log2 lower lpad ltrim make_date make_interval make_timestamp match \
    max md5 median min minute mod mode month months_between newid now nth_value ntile nullif nvl nvl2 \
    obj_description object_id object_name octet_length openjson parse_json percent_rank pg_backend_pid \
    pg_database_size pg_indexes_size pg_is_in_recovery pg_postmaster_start_time pg_relation_size \
    pg_size_pretty pg_table_size pg_total_relation_size pg_typeof phraseto_tsquery pi plainto_tsquery \
    position pow power printf quantile quarter quote quote_ident quote_literal quotename radians rand \
    random rank read_csv read_csv_auto read_json read_json_auto read_parquet regexp repeat replace \
    reverse right rlike round row row_number row_to_json rowid rpad rtrim safe_cast safe_divide schema \
    scope_identity second session_user sha1 sha2 sha256 sha512 sign similarity sin snippet soundex \
    split_part sqrt statement_timestamp stddev str_to_date strftime string_agg string_split strpos \
    struct stuff substr substring substring_index sum sum_distinct sumif suser_name sysdate tan time \
    timestamp timestamp_trunc timestampadd timestampdiff to_array to_ascii to_base to_base64 to_bin \
    to_binary to_boolean to_bytes to_char to_clob to_date to_days to_decfloat to_decimal to_double \
    to_dsinterval to_geography to_geometry to_hex to_hours to_iso8601 to_json to_json_string to_jsonb \
    to_lob to_microseconds to_milliseconds to_minutes to_months to_multi_byte to_nchar to_number \
    to_numeric to_object to_regclass to_regnamespace to_regproc to_regprocedure to_regrole to_regtype \
    to_seconds to_single_byte to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz \
    to_tsquery to_tsvector to_unixtime to_utc_timestamp to_utf8 to_varchar to_variant to_weeks to_years \
    to_yminterval todate tostartofday tostartofhour tostartofmonth total_changes toyyyymm \
    transaction_timestamp translate trim trunc truncate try_cast try_convert ts_debug ts_delete \
    ts_filter ts_headline ts_lexize ts_parse ts_rank ts_token_type txid_current_if_assigned typeof unhex \
    unicode uniq uniqexact unix_timestamp unnest upper user utc_timestamp uuid uuid_generate_v4 variance \
    version websearch_to_tsquery week weekday width_bucket xmlagg xmltable year zeroblob");

/// Functions that read files, wait, or tell what they should not.
pub(crate) static SQL_UNSURE: Words = list!(34, "benchmark duckdb_secrets extractvalue lo_get load_file loread pg_ls_dir pg_ls_logdir \
    pg_read_binary_file pg_read_file pg_sleep pg_stat_file readfile sleep st_addedgemodface \
    st_addedgenewfaces st_addisoedge st_addisonode st_changeedgegeom st_createtopogeo st_inittopogeo \
    st_modedgeheal st_modedgesplit st_moveisonode st_newedgeheal st_newedgessplit st_remedgemodface \
    st_remedgenewface st_remisonode st_removeisonode sys_context updatexml waitfor which_secret");

/// Words that stand before a parenthesis without naming a function.
pub(crate) static SQL_NOTFN: Words = list!(90, "ALL ANALYZE AND ANY APPLY ARRAY AS BERNOULLI BETWEEN BIGINT BINARY BIT BY CASE CHAR COPY CROSS CUBE \
    DECIMAL DISTINCT ELSE ESCAPE EXCEPT EXCLUDE EXISTS EXPLAIN FETCH FILTER FLOAT FOR FROM GROUP HAVING \
    ILIKE IN INDEX INSERT INT INTERSECT INTERVAL INTO IS JOIN KEY LATERAL LIKE LIMIT MATERIALIZED MINUS \
    NOT NTH NUMERIC NVARCHAR OFFSET ON OR ORDER OVER PARTITION PIVOT QUALIFY RECURSIVE RETURNING ROLLUP \
    SELECT SET SETS SIMILAR SMALLINT SOME STRUCT SYSTEM TABLE TABLESAMPLE THEN TIME TIMESTAMP TINYINT \
    TOP UNION UNPIVOT USING VALUES VARBINARY VARCHAR WHEN WHERE WINDOW WITH WITHIN");

/// Words with which a statement begins that writes.
pub(crate) static SQL_VERBS: Words = list!(17, "ALTER BACKUP CREATE DBCC DELETE DROP EXEC EXECUTE GRANT INSERT KILL MERGE RESTORE REVOKE SHUTDOWN \
    TRUNCATE UPDATE");

/// With these begin the names of functions without effects.
pub(crate) static SQL_PREFIX: Words = list!(30, "any_ approx_ arg_ array array_ bit_ covar_ date_ datetime_ formatdatetime has_ inet_ is_ json_ \
    jsonb_ map_ max_by min_by percentile_ pg_get_ regexp_ regr_ st_ stddev_ str_ string_ time_ \
    timestamp_ trunc_ var_");

/// Words in the names of functions that begin like those of the database and are the user's own.
pub(crate) static SQL_NOT_PREFIXED: Words = list!(25, "archive backup clean cleanup delete destroy drop execute export flush import kill notify publish \
    purge refresh reset run send sync trigger truncate update wipe write");
