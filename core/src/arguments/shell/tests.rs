//! That the work grows with the text and no faster.

use crate::arguments::collected::Collected;
use crate::arguments::steps::grows_with_the_text;

use super::read;

#[test]
fn the_steps_grow_with_the_text() {
    // Openers, nests, and what makes a reader look ahead or go back.
    let parts = [
        "ls a; ",
        "$(",
        "`",
        "\"",
        "'a' ",
        "((",
        "$((",
        "${x:-",
        "<(",
        "( ",
        "{ ",
        "if ",
        "env ",
        "find . -exec ",
        "-exec ",
        "a=b ",
        "a[",
        "a-=",
        "\\\n",
        "<<E\n",
        "x=$y ",
        "xargs ",
        "$((1)) ",
        "$((a ) ",
        "ls {a,b} ",
        "[[ a ",
        "for x in ",
        "! ",
        "sudo -u a ",
        "$'\\x41'",
        "2>&1 ",
        ">f ",
        "f=a; sort $f; ",
        "A=x git log; ",
        "export A=x; ",
        "f=.e; cat $f$f; ",
        "cat .e*[a] ",
        "cat ${x:-.env} ",
        "cat -f.env ",
        "ls $(git merge-base a b) ",
        "eval 'a b' ",
        "cmd /c ^a ",
        "tmux new a ",
        "git -C a branch --no-list ",
        "bash -c ",
        "watch ",
        "a\"$(b)\"",
        "# a\n",
        "$((\n#'\n) )",
        "ssh a ",
        "x=`ls`; ",
        "ls <<E\na\nE\n",
        "sed -e p ",
        "awk 1 ",
        "git -C a ",
    ];
    grows_with_the_text(&parts, 40, |text| read(text, None, &mut Collected::default()));
}
