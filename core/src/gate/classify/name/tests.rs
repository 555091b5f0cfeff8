//! How names are read.

use super::NameReading;
use crate::{
    contract::VerbClass::{self, Destroy, Draft, Edit, Exec, Money, Other, Read, Send},
    tokens::Name,
};

fn read_name(name: &str) -> NameReading {
    super::read_name(&Name::of(name))
}

fn has_read_word(name: &str) -> bool {
    super::has_read_word(&Name::of(name))
}

#[track_caller]
fn reads_as(class: VerbClass, names: &[&str]) {
    for name in names {
        assert_eq!(read_name(name).verb_class, class, "{name}");
    }
}

#[test]
fn the_first_verb_of_a_clause_counts() {
    reads_as(Read, &["search_docs", "get_deleted_items", "read_delete_api_docs", "exportReport"]);
    reads_as(Draft, &["draft_email", "previewDelete", "plan", "simulate-transfer"]);
    reads_as(Edit, &["update_ticket", "book_room", "CreateUser", "gmail_save"]);
    reads_as(Send, &["send_email", "gmail_send", "re_notify", "share_file"]);
    reads_as(
        Destroy,
        &["delete_record", "purge_cache", "docs_delete", "deleteFile", "DELETE2", "rm_rf"],
    );
    reads_as(Money, &["issue_refund", "transfer_funds", "order_item", "wire_payment"]);
    reads_as(
        Exec,
        &[
            "deploy_service",
            "grantAccess",
            "run_shell",
            "file_lawsuit",
            "execute_sql",
            "stop_instance",
        ],
    );
    reads_as(Other, &["frobnicate", "geocode", "border_control", "", "postal_codes", "42"]);
}

#[test]
fn the_strictest_clause_counts() {
    reads_as(Destroy, &["get_and_delete_status", "read_then_purge", "listOrDrop"]);
    reads_as(Edit, &["get_or_create_user"]);
    reads_as(Money, &["order_and_get_status"]);
    reads_as(Read, &["get_and_frobnicate", "and_or_then_get"]);
}

#[test]
fn the_last_segment_speaks_first() {
    reads_as(Send, &["mcp__mail__send", "delete/send"]);
    reads_as(Destroy, &["users/purge", "db.drop", "admin.delete_user.v2", "a:erase"]);
    reads_as(Read, &["admin.tools.list", "user-profile/read", "deletes.list", "_5gpt_query"]);
    reads_as(Draft, &["deletes.preview"]);
}

#[test]
fn words_that_are_nouns_too_act_only_at_the_front() {
    reads_as(Money, &["order_item", "shop.order_item", "charge_card", "trade"]);
    reads_as(Read, &["order_status", "message_history", "order_list", "file_search", "trade-info"]);
    reads_as(Money, &["place_order"]);
    reads_as(Edit, &["new_comment"]);
    reads_as(Other, &["my_message", "the_file"]);
    // These are verbs whatever follows.
    reads_as(Destroy, &["clear_history", "clear_status"]);
    reads_as(Exec, &["apply_list"]);
}

#[test]
fn a_verb_may_stand_second_or_last() {
    reads_as(
        Edit,
        &["browser_click", "thing_select", "make_payment", "block_user", "uncomplete_task"],
    );
    reads_as(Exec, &["pipeline_start", "terraform_apply", "vm_stop"]);
    reads_as(Read, &["group_list", "load_status", "deploys_list", "messages_search"]);
    reads_as(Destroy, &["list_delete", "list_delete_all", "deletes_user", "cache_clear"]);
    reads_as(Edit, &["recreate_vm", "unstar_repo"]);
    reads_as(Other, &["design", "display_name"]);
}

#[test]
fn a_dry_run_runs_nothing() {
    reads_as(Draft, &["dry_run_deploy", "dryRun", "dry-run", "dryrun_delete"]);
    reads_as(Destroy, &["delete_dry_run"]);
    reads_as(Exec, &["run_dry", "dry_goods_run"]);
}

#[test]
fn a_name_without_borders_is_read_by_its_beginning() {
    reads_as(Destroy, &["deletedatabase", "db.deletedatabase", "truncateall"]);
    reads_as(Other, &["updates", "orders", "undeleted"]);
    // With a border only what destroys: any other beginning may be a noun.
    reads_as(Destroy, &["deletedatabase_x"]);
    reads_as(Other, &["updateall_x", "cancelled_x", "deleted_x"]);
}

#[test]
fn only_printable_ascii_is_plain() {
    for name in ["se\u{430}rch", "search\u{200b}", "a\nb", "\u{7f}", "ｓearch", "e\u{301}"] {
        assert!(!read_name(name).plain_ascii, "{name:?}");
    }
    assert!(read_name("a b~!").plain_ascii);
}

#[test]
fn a_word_that_fetches_freely_covers_nothing() {
    reads_as(Destroy, &["search_delete_user", "find_user_remove_it", "query_drop_tables"]);
    reads_as(Edit, &["read_write_file", "view_edit_doc", "search_replace"]);
    reads_as(
        Read,
        &[
            "view_transfer_policy",
            "find_send_buttons",
            "view_workflow_run",
            "search_install",
            "find_run_by_id",
            "get_write_access",
            "read_edit_history",
            "list_update_times",
        ],
    );
    reads_as(Draft, &["preview_delete", "plan_search_delete"]);
}

#[test]
fn names_of_several_nouns() {
    reads_as(Read, &["pull_request_read", "get_merge_request", "feature_request_list"]);
    reads_as(Other, &["change_request", "pullRequests", "open_weather_map"]);
    reads_as(Edit, &["pull_changes", "request_pull", "resolve_review_thread", "unresolve_thread"]);
    reads_as(Exec, &["merge_pull_request"]);
    reads_as(Read, &["resolve_address"]);
}

#[test]
fn a_word_of_reading_may_stand_last() {
    reads_as(Read, &["deploy_plan_get", "order_get", "file_read", "update_log_describe"]);
    reads_as(Destroy, &["delete_user_get", "purge_show"]);
    reads_as(Money, &["pay_invoice_get"]);
}

#[test]
fn an_act_may_hide_behind_borders_and_digits() {
    reads_as(Destroy, &["get&delete", "get,purge", "list users;drop users", "2delete", "s3delete"]);
    reads_as(Destroy, &["db.delete.query", "users/purge/check"]);
    reads_as(Edit, &["shut_down", "turn_off", "log_out"]);
    reads_as(Read, &["Order Status", "Get Deleted Items", "look_up_list"]);
    reads_as(Other, &["look_up", "k8s"]);
}

#[test]
fn verbs_of_other_languages_act_wherever_they_stand() {
    reads_as(
        Destroy,
        &["kunde_loeschen", "borrar_cliente", "crm.supprimerClient", "dati_eliminare"],
    );
    reads_as(Edit, &["home__armar_alarme", "abrirPortao", "tuer_oeffnen", "deur_openen"]);
    reads_as(Send, &["enviar_correo", "nachricht_senden"]);
    reads_as(Money, &["pagar_factura", "rechnung_bezahlen"]);
    reads_as(Exec, &["ejecutar_script", "dienst_starten"]);
    // A known word of reading before them covers them.
    reads_as(Read, &["get_pedidos_por_enviar"]);
    reads_as(Other, &["kunde_suchen", "armario", "abrigo", "modifier", "remover_x"]);
}

#[test]
fn an_interpreter_executes() {
    let is_one = |name| read_name(name).interpreter;
    for name in [
        "bash",
        "local_shell",
        "Powershell-Tool",
        "python",
        "code_interpreter",
        "run_command",
        "execute_sql",
        "query_sql_db",
        "graphql_query",
        "http_request",
        "api_call",
        "graphql_mutation",
        "fetch_any",
        "curl",
        "kubectl",
        "extension_az",
        "aws-cli",
        "run_applescript",
    ] {
        assert!(is_one(name) && read_name(name).verb_class == Exec, "{name}");
    }
    for name in [
        "python_docs",
        "bash_history",
        "shell_output",
        "explain_sql_query",
        "list_sql_queries",
        "get_query_script",
        "fetch_url",
        "send_http_request",
        "run_report",
        "query_code_docs",
        "kubectl_get",
        "az_docs",
        "fish",
    ] {
        assert!(!is_one(name), "{name}");
    }
}

#[test]
fn some_words_say_that_a_name_reads() {
    for name in
        ["git_diff", "weather", "monitoring", "analyzed", "logs", "x.blame", "docs-analysis"]
    {
        assert!(has_read_word(name), "{name}");
    }
    for name in ["frobnicate", "logger", "status.frob", "login", "sing", "", "resulted_in_x_1"] {
        assert_eq!(has_read_word(name), name == "resulted_in_x_1", "{name}");
    }
}

#[test]
fn a_word_may_act_on_some_objects_only() {
    reads_as(
        Money,
        &[
            "process_refund",
            "capture_payment",
            "stripe_capture_payment",
            "bill_customer",
            "claim_reward",
        ],
    );
    reads_as(Edit, &["log_call", "convert_lead", "record_payment", "react_to_post", "track_event"]);
    reads_as(Send, &["page_oncall", "alert_team"]);
    reads_as(Exec, &["train_model", "train_language_model"]);
    reads_as(
        Other,
        &[
            "process",
            "process_tree",
            "log_events",
            "audit_log_event",
            "issue_type",
            "page_title",
            "train_departures",
            "capture_area",
        ],
    );
    reads_as(
        Read,
        &[
            "process_list",
            "convert_units",
            "process_payment_status",
            "resolve_address",
            "list_page_responders",
        ],
    );
}

#[test]
fn a_call_is_made_or_looked_at() {
    reads_as(Exec, &["call_service", "call_phone", "ha_call_event"]);
    reads_as(
        Read,
        &["call_history", "call_graph", "call_stack", "call_log_search", "call_site_info"],
    );
    reads_as(Other, &["calls", "call_tool", "call_mcp_tool", "function_call"]);
}

#[test]
fn a_third_person_before_an_article_acts_anywhere() {
    reads_as(Send, &["SLACK_SENDS_A_MESSAGE_TO_A_CHANNEL", "sends_the_report"]);
    reads_as(Destroy, &["crm_deletes_a_contact"]);
    reads_as(Read, &["get_sends_a_message", "list_deletes_an_hour"]);
}

#[test]
fn a_draft_is_a_noun_where_its_act_stands_last() {
    reads_as(
        Edit,
        &["draft_order_complete", "draft-order-create", "test_plan_write", "estimate_line_update"],
    );
    reads_as(
        Draft,
        &["draft_reply", "draft_email", "plan_trip", "preview_user_delete", "dry_run_item_delete"],
    );
}

#[test]
fn a_verb_and_its_object_may_be_one_word() {
    reads_as(Edit, &["adduser", "fs_writefile", "api_createtask"]);
    reads_as(Exec, &["runcommand", "tool_execcode"]);
    reads_as(Read, &["getuser", "api_listfiles"]);
    reads_as(Other, &["lookbook", "playlists", "opcode", "address", "settings"]);
}

#[test]
fn verbs_of_other_trades() {
    reads_as(
        Edit,
        &[
            "acknowledge_incident",
            "adjustVolume",
            "cordon_node",
            "duplicate_page",
            "queue_task",
            "mute_user",
        ],
    );
    reads_as(Exec, &["control_device", "elevate_privileges", "interrupt_run", "assume_role"]);
    reads_as(
        Destroy,
        &["abort_job", "decommission_host", "void_invoice", "offboard_user", "abandon_cart"],
    );
    reads_as(Money, &["redeem_points", "settle_debt", "stake_tokens", "credit_account"]);
    reads_as(
        Read,
        &["credit_report", "queue_stats", "label_list", "return_policy", "stage_status"],
    );
}
