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
pub(crate) static SQL_PURE: Words = list!(286, "abs acos add_months against age any_value argmax argmin array array_agg ascii asin atan atan2 avg \
    bm25 bool_and bool_or btrim cardinality cast cbrt ceil ceiling changes char char_length \
    character_length charindex choose chr clock_timestamp coalesce col_description collect_list \
    collect_set concat concat_ws convert corr cos cot count countif crc32 cume_dist current_database \
    current_date current_schema current_setting current_time current_timestamp current_user database \
    date date_trunc dateadd datediff datepart datetime datetime_trunc day dayofweek dayofyear db_name \
    decode degrees dense_rank div encode error_message every exp explode extract first_value flatten \
    floor format format_type from_unixtime gen_random_uuid generate_array generate_date_array \
    generate_series generate_subscripts getdate getutcdate glob greatest group_concat grouping hex \
    highlight host_name hour if ifnull iif initcap instr interval isdate isfinite isjson isnull \
    isnumeric json_agg json_table jsonb_agg julianday lag last_day last_insert_rowid last_value lead \
    least left len length levenshtein like listagg ln localtime localtimestamp locate log log10 log2 \
    lower lpad ltrim make_date make_interval make_timestamp match max md5 median min minute mod mode \
    month months_between newid now nth_value ntile nullif nvl nvl2 obj_description object_id object_name \
    octet_length openjson parse_json percent_rank pg_backend_pid pg_database_size pg_indexes_size \
    pg_is_in_recovery pg_postmaster_start_time pg_relation_size pg_size_pretty pg_table_size \
    pg_total_relation_size pg_typeof phraseto_tsquery pi plainto_tsquery position pow power printf \
    quantile quarter quote quote_ident quote_literal radians rand random rank read_csv read_csv_auto \
    read_json read_json_auto read_parquet regexp repeat replace reverse right rlike round row row_number \
    rowid rpad rtrim safe_cast safe_divide schema scope_identity second session_user sha1 sha2 sha256 \
    sha512 sign similarity sin snippet soundex split_part sqrt statement_timestamp stddev str_to_date \
    strftime string_agg string_split strpos struct substr substring sum sum_distinct sumif suser_name \
    sysdate tan time timestamp timestamp_trunc timestampadd timestampdiff to_char to_date to_number \
    to_regclass to_timestamp to_tsquery to_tsvector todate tostartofday tostartofhour tostartofmonth \
    total_changes toyyyymm transaction_timestamp translate trim trunc truncate try_cast try_convert \
    ts_headline ts_rank txid_current_if_assigned typeof unhex unicode uniq uniqexact unix_timestamp \
    unnest upper user utc_timestamp uuid uuid_generate_v4 variance version websearch_to_tsquery week \
    weekday width_bucket xmlagg xmltable year zeroblob");

/// Functions that read files, wait, or tell what they should not.
pub(crate) static SQL_UNSURE: Words = list!(18, "benchmark duckdb_secrets extractvalue lo_get load_file loread pg_ls_dir pg_ls_logdir \
    pg_read_binary_file pg_read_file pg_sleep pg_stat_file readfile sleep sys_context updatexml waitfor \
    which_secret");

/// Words that stand before a parenthesis and are no function.
pub(crate) static SQL_NOTFN: Words = list!(89, "ALL ANALYZE AND ANY APPLY ARRAY AS BERNOULLI BETWEEN BIGINT BINARY BIT BY CASE CHAR COPY CROSS CUBE \
    DECIMAL DISTINCT ELSE ESCAPE EXCEPT EXISTS EXPLAIN FETCH FILTER FLOAT FOR FROM GROUP HAVING ILIKE IN \
    INDEX INSERT INT INTERSECT INTERVAL INTO IS JOIN KEY LATERAL LIKE LIMIT MATERIALIZED MINUS NOT NTH \
    NUMERIC NVARCHAR OFFSET ON OR ORDER OVER PARTITION PIVOT QUALIFY RECURSIVE RETURNING ROLLUP SELECT \
    SET SETS SIMILAR SMALLINT SOME STRUCT SYSTEM TABLE TABLESAMPLE THEN TIME TIMESTAMP TINYINT TOP UNION \
    UNPIVOT USING VALUES VARBINARY VARCHAR WHEN WHERE WINDOW WITH WITHIN");

/// Words with which a statement begins that writes.
pub(crate) static SQL_VERBS: Words = list!(17, "ALTER BACKUP CREATE DBCC DELETE DROP EXEC EXECUTE GRANT INSERT KILL MERGE RESTORE REVOKE SHUTDOWN \
    TRUNCATE UPDATE");

/// With these begin the names of functions without effects.
pub(crate) static SQL_PREFIX: Words = list!(33, "any_ approx_ arg_ array array_ bit_ covar_ date_ datetime_ formatdatetime has_ inet_ is_ json_ \
    jsonb_ list_ map_ max_by min_by percentile_ pg_get_ regexp_ regr_ st_ stddev_ str_ string_ time_ \
    timestamp_ to_ trunc_ ts_ var_");
