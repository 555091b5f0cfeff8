//! How names are read.

use super::read_name;
use crate::contract::VerbClass::{self, Destroy, Draft, Edit, Exec, Money, Other, Read, Send};

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
