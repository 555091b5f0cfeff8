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
/// The key is in `K_BESIDE`.
pub(crate) const BESIDE: u16 = 1 << 10;
/// The key is in `K_DATA`.
pub(crate) const DATA: u16 = 1 << 11;
/// The key is in `K_PLACE`.
pub(crate) const PLACE: u16 = 1 << 12;

/// Every key with the lists that hold it.
pub(crate) static KEYS: Map<u16> = Map::new(
    list!(158, "absolute_path amount amount_cents args arguments argv attendees base_url bash bash_command bcc \
    bindings callback_url catalog cc cluster cmd cmd_args cmdline cmds command command_args command_line \
    commands comment connection cwd database database_name database_path dataset db db_path description \
    dest dest_file dest_path destination destination_path dialect dir directory download_path email \
    email_address emails encoding endpoint explanation export_path file file_name file_path file_paths \
    filename filepath filepaths files folder format from from_email headers href id image_url input_file \
    input_path intent invitees justification label language link local_path members notebook_path \
    operation_name out out_file outfile output output_dir output_file output_path page_url parameters \
    params participants path paths payment_amount price purpose q queries query query_params query_sql \
    raw_sql reason recipient recipients region relative_path reply_to request_id response_format \
    root_path run_command save_as save_path save_to schema script session session_id shell shell_command \
    source source_path sql sql_query sql_statement src src_path statement statements statements_sql sum \
    summary target target_file target_url terminal_command timeout title to to_email to_emails to_path \
    total total_amount transfer_amount unit uri uris url urls value variables warehouse webhook \
    webhook_url workdir working_dir working_directory write_to"),
    &[
        PATH, AMOUNT, AMOUNT, ARGV, ARGV, ARGV, MAIL, URL, SHELL, SHELL, MAIL, DATA, URL, BESIDE, MAIL,
        BESIDE, SHELL, ARGV, SHELL, SHELL, SHELL, ARGV, SHELL, SHELL, BESIDE, BESIDE, PATH | PLACE, BESIDE,
        BESIDE, BESIDE, BESIDE, BESIDE, BESIDE, BESIDE, DEST_WEAK, DEST, DEST, DEST_WEAK, DEST, BESIDE,
        PATH | PLACE, PATH | PLACE, DEST, MAIL, MAIL, MAIL, BESIDE, URL, BESIDE, DEST, PATH, PATH, PATH,
        PATH, PATH, PATH, PATH, PATH, PATH | PLACE, BESIDE, DEST_WEAK, MAIL, DATA, URL, BESIDE, URL, PATH,
        PATH, BESIDE, MAIL, BESIDE, BESIDE, BESIDE, URL, PATH, MAIL, PATH, BESIDE, DEST_WEAK, DEST, DEST,
        DEST_WEAK, DEST, DEST, DEST, URL, DATA, DATA, MAIL, PATH, PATH, AMOUNT, AMOUNT, BESIDE, SQL_WEAK,
        SQL_WEAK, SQL_WEAK, DATA, SQL, SQL, BESIDE, MAIL, MAIL, BESIDE, PATH, MAIL, BESIDE, BESIDE,
        PATH | PLACE, SHELL, DEST, DEST, DEST, BESIDE, SHELL, BESIDE, BESIDE, SHELL, SHELL, DEST_WEAK,
        PATH, SQL, SQL, SQL, DEST_WEAK, PATH, SQL_WEAK, SQL_WEAK, SQL, AMOUNT, BESIDE, DEST_WEAK, PATH,
        URL, SHELL, BESIDE, BESIDE, DEST_WEAK | MAIL, MAIL, MAIL, DEST, AMOUNT, AMOUNT, AMOUNT, BESIDE,
        URL, URL, URL, URL, AMOUNT, DATA, BESIDE, URL, URL, PATH | PLACE, PLACE, PATH | PLACE, DEST,
    ],
);

/// Words in the name of a tool that runs commands.
pub(crate) static T_SHELL: Words = list!(34, "ash bash busybox cli cmd command commands console csh dash elvish exec execute fish ksh nushell \
    powershell process pwsh run runner screen sh shell ssh subprocess tcsh terminal test tests tmux wsl \
    xonsh zsh");

/// Words in the name of a tool that asks a database.
pub(crate) static T_SQL: Words = list!(24, "athena bigquery clickhouse database databricks db duckdb mariadb mssql mysql oracle pg postgres \
    postgresql presto psql redshift snowflake sql sqlite sqlserver supabase trino warehouse");

/// Last words of keys that name an address.
pub(crate) static KEY_URL: Words = list!(8, "href hrefs link links uri uris url urls");

/// Last words of keys that name a file or a folder.
pub(crate) static KEY_PATH: Words = list!(9, "dir directory file filename filepath files folder path paths");

/// Last words of keys of a text in a language that another word names.
pub(crate) static KEY_TEXT: Words = list!(17, "body cmd code command commands content line queries query script scripts sql statement statements \
    str string text");

/// Words of keys that name a shell.
pub(crate) static KEY_SHELL: Words = list!(4, "bash powershell shell zsh");
