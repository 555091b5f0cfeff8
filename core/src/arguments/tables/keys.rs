// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! What the key of an argument says about it, and the tool's name.

use crate::arguments::table::{Map, Words, list};

/// The key is in `K_SHELL`.
pub(crate) const SHELL: u16 = 1 << 0;
/// The key is in `K_ARGV`.
pub(crate) const ARGV: u16 = 1 << 1;
/// The key is in `K_SQL`.
pub(crate) const SQL: u16 = 1 << 2;
/// The key is in `K_SQL_WEAK`.
pub(crate) const SQL_WEAK: u16 = 1 << 3;
/// The key is in `K_PATH`.
pub(crate) const PATH: u16 = 1 << 4;
/// The key is in `K_DEST`.
pub(crate) const DEST: u16 = 1 << 5;
/// The key is in `K_DEST_WEAK`.
pub(crate) const DEST_WEAK: u16 = 1 << 6;
/// The key is in `K_URL`.
pub(crate) const URL: u16 = 1 << 7;
/// The key is in `K_MAIL`.
pub(crate) const MAIL: u16 = 1 << 8;
/// The key is in `K_AMOUNT`.
pub(crate) const AMOUNT: u16 = 1 << 9;

/// Every key with the lists that hold it.
pub(crate) static KEYS: Map<u16> = Map::new(
    list!(117, "absolute_path amount amount_cents args arguments argv attendees base_url bash bash_command bcc \
    callback_url cc cmd cmd_args cmdline cmds command command_args command_line commands cwd dest \
    dest_file dest_path destination destination_path dir directory download_path email email_address \
    emails endpoint export_path file file_name file_path file_paths filename filepath filepaths files \
    folder from from_email href image_url input_file input_path invitees link local_path members \
    notebook_path out out_file outfile output output_dir output_file output_path page_url participants \
    path paths payment_amount price q queries query query_sql raw_sql recipient recipients relative_path \
    reply_to root_path run_command save_as save_path save_to script shell shell_command source \
    source_path sql sql_query sql_statement src src_path statement statements statements_sql sum target \
    target_file target_url terminal_command to to_email to_emails to_path total total_amount \
    transfer_amount uri uris url urls value webhook webhook_url workdir working_directory write_to"),
    &[
        PATH, AMOUNT, AMOUNT, ARGV, ARGV, ARGV, MAIL, URL, SHELL, SHELL, MAIL, URL, MAIL, SHELL, ARGV,
        SHELL, SHELL, SHELL, ARGV, SHELL, SHELL, PATH, DEST_WEAK, DEST, DEST, DEST_WEAK, DEST, PATH, PATH,
        DEST, MAIL, MAIL, MAIL, URL, DEST, PATH, PATH, PATH, PATH, PATH, PATH, PATH, PATH, PATH, DEST_WEAK,
        MAIL, URL, URL, PATH, PATH, MAIL, URL, PATH, MAIL, PATH, DEST_WEAK, DEST, DEST, DEST_WEAK, DEST,
        DEST, DEST, URL, MAIL, PATH, PATH, AMOUNT, AMOUNT, SQL_WEAK, SQL_WEAK, SQL_WEAK, SQL, SQL, MAIL,
        MAIL, PATH, MAIL, PATH, SHELL, DEST, DEST, DEST, SHELL, SHELL, SHELL, DEST_WEAK, PATH, SQL, SQL,
        SQL, DEST_WEAK, PATH, SQL_WEAK, SQL_WEAK, SQL, AMOUNT, DEST_WEAK, PATH, URL, SHELL,
        DEST_WEAK | MAIL, MAIL, MAIL, DEST, AMOUNT, AMOUNT, AMOUNT, URL, URL, URL, URL, AMOUNT, URL, URL,
        PATH, PATH, DEST,
    ],
);

/// Words in the name of a tool that runs commands.
pub(crate) static T_SHELL: Words = list!(21, "bash cli cmd command commands console exec execute powershell process pwsh run runner sh shell ssh \
    subprocess terminal test tests zsh");

/// Words in the name of a tool that asks a database.
pub(crate) static T_SQL: Words = list!(24, "athena bigquery clickhouse database databricks db duckdb mariadb mssql mysql oracle pg postgres \
    postgresql presto psql redshift snowflake sql sqlite sqlserver supabase trino warehouse");
