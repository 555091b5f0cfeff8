// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! Programs, and what else a command names.

use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};
use crate::arguments::table::{Map, Words, list};
use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Send};

/// Reads, whatever its words.
pub(crate) const PURE: u16 = 1 << 0;
/// Runs code that is not in its words.
pub(crate) const OPAQUE: u16 = 1 << 1;
/// Only says its version if that is all that it is asked.
pub(crate) const VERSION: u16 = 1 << 2;
/// Runs a text of the shell.
pub(crate) const SHELLS: u16 = 1 << 3;
/// Runs the command that its words are.
pub(crate) const WRAP: u16 = 1 << 4;
/// Reads, but for a few options.
pub(crate) const GUARD: u16 = 1 << 5;
/// Writes, whatever its words.
pub(crate) const DANGER: u16 = 1 << 6;
/// A package manager.
pub(crate) const PKG: u16 = 1 << 7;
/// A client with verbs.
pub(crate) const VERBS: u16 = 1 << 8;

/// Every program with its roles.
pub(crate) static PROGRAMS: Map<u16> = Map::new(
    list!(419, ". 7z : Add-Content Clear-Content Copy-Item Get-ChildItem Get-Content Get-Item Get-Location \
    Get-Process Invoke-Expression Move-Item New-Item Out-File R Remove-Item Rename-Item Rscript \
    Select-String Set-Content Set-Item Start-Process Stop-Computer Stop-Process Test-Path ack ag alias \
    ansible-playbook ant apk apt apt-cache apt-get arch ash at awk aws az b2sum base32 base64 basename \
    bash bat batch bazel bind black blkdiscard break brew builtin bun bundle bunx bzip2 caffeinate cal \
    cargo cat cc cd chattr chef-client chgrp chmod chown chroot cksum clang cmake cmp colordiff column \
    comm command compgen complete composer conda continue copy cp cpio crontab csplit curl cut dash date \
    del deluser deno df diff dig dir dirname dirs dmesg dnf doas docker dos2unix dpkg dpkg-query du echo \
    ed egrep emacs enable env erase eslint eval ex exa exec exit expand expect expr eza factor false fd \
    fdisk fgrep file fish flock fmt fold format free ftp g++ gawk gcc gcloud gdb gem getconf getent gh \
    git go gradle grep groupdel groups gsutil gunzip gzip halt head helm hexdump history host hostname \
    htop id iex init insmod install ionice iostat iptables java javac jest join journalctl jq just k \
    kill killall ksh kubectl last less lftp lldb ln local locale look ls lsblk lscpu lsmod lsof lspci \
    lsusb ltrace lua machinectl mail mailx make mamba man mawk md5sum mkdir mkdtemp mkfifo mkfs mknod \
    mkswap mktemp mocha modprobe more mount move mutt mv mvn mypy mysql nano nawk nc ncat netcat netstat \
    nft nice ninja nl node nodejs nohup nox npm nproc npx nsenter nslookup numfmt nvim oc od open \
    osascript parallel parted passwd paste patch perl pgrep php pidof ping pip pip3 pipx pkexec pkill \
    pnpm pnpx podman poetry popd poweroff pr prettier printenv ps psql puppet pushd pwd pytest python \
    python2 python3 rd readelf readlink realpath reboot ren return rev rg rm rmdir rmmod rsync ruby ruff \
    rustc rustup scp screen script sendmail seq set setfacl setsid sftp sgdisk sh sha1sum sha224sum \
    sha256sum sha384sum sha512sum shasum shift shred shutdown sleep socat sort source split sqlite3 srm \
    ss ssh ssh-keygen start stat stdbuf strace strings su sudo sum systemctl tac tail task taskkill \
    tclsh tee telinit telnet terraform time timedatectl timeout tmux tofu tokei top touch tox tr \
    traceroute trap tree true truncate tsc tsort tty type ufw ulimit umask umount unalias uname unexpand \
    unix2dos unlink unshare unzip uptime useradd userdel usermod users uv uvx vdir vi vim visudo vitest \
    vmstat w wait wall watch wc wget whereis which who whoami wipefs write xargs xattr xdg-open xkill xz \
    yarn yq yum zcat zgrep zip zsh zstd"),
    &[
        OPAQUE | VERSION, DANGER, PURE, DANGER, DANGER, DANGER, PURE, PURE, PURE, PURE, PURE, DANGER,
        DANGER, DANGER, DANGER, OPAQUE | VERSION, DANGER, DANGER, OPAQUE | VERSION, PURE, DANGER, DANGER,
        DANGER, DANGER, DANGER, PURE, GUARD, GUARD, OPAQUE | VERSION, DANGER, OPAQUE | VERSION, PKG,
        VERSION | PKG, PKG, PKG, PURE, SHELLS, DANGER, OPAQUE | VERSION, VERSION, VERSION, PURE, PURE,
        GUARD, PURE, VERSION | SHELLS, GUARD, DANGER, OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION,
        DANGER, PURE, VERSION | PKG, OPAQUE | VERSION | WRAP, OPAQUE | VERSION | PKG, PKG,
        OPAQUE | VERSION, DANGER, WRAP, PURE, VERSION | PKG, PURE, OPAQUE | VERSION, PURE, DANGER, DANGER,
        DANGER, DANGER, DANGER, OPAQUE | VERSION, PURE, OPAQUE | VERSION, OPAQUE | VERSION, PURE, PURE,
        PURE, PURE, OPAQUE | VERSION | WRAP, OPAQUE | VERSION, OPAQUE | VERSION, PKG, PKG, PURE, DANGER,
        DANGER, DANGER, OPAQUE | VERSION, DANGER, VERSION, PURE, SHELLS, GUARD, DANGER, DANGER,
        OPAQUE | VERSION, PURE, PURE, PURE, PURE, PURE, PURE, GUARD, PKG, OPAQUE | VERSION | WRAP,
        VERSION | VERBS, DANGER, PKG, PURE, PURE, PURE, OPAQUE | VERSION, PURE, OPAQUE | VERSION,
        OPAQUE | VERSION, WRAP, DANGER, OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, PURE,
        OPAQUE | VERSION | WRAP, PURE, PURE, OPAQUE | VERSION, PURE, PURE, PURE, PURE, VERSION | GUARD,
        DANGER, PURE, GUARD, SHELLS, OPAQUE | VERSION, PURE, PURE, DANGER, PURE, DANGER, OPAQUE | VERSION,
        OPAQUE | VERSION, OPAQUE | VERSION, VERSION, OPAQUE | VERSION, PKG, PURE, PURE, VERSION, VERSION,
        OPAQUE | VERSION | PKG, OPAQUE | VERSION | PKG, PURE, DANGER, PURE, VERBS, DANGER, DANGER, DANGER,
        PURE, VERSION | VERBS, PURE, GUARD, PURE, DANGER, GUARD, PURE, DANGER, DANGER, DANGER, DANGER,
        WRAP, PURE, DANGER, OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, PURE, GUARD,
        PURE | VERSION, OPAQUE | VERSION, VERBS, DANGER, DANGER, SHELLS, VERSION | VERBS, PURE, GUARD,
        DANGER, OPAQUE | VERSION, DANGER, PURE, PURE, PURE, PURE, PURE, PURE, PURE, PURE, PURE, PURE,
        OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, DANGER, DANGER, OPAQUE | VERSION, PKG, GUARD,
        OPAQUE | VERSION, PURE, DANGER, DANGER, DANGER, DANGER, DANGER, DANGER, DANGER, OPAQUE | VERSION,
        DANGER, GUARD, DANGER, DANGER, DANGER, DANGER, OPAQUE | VERSION, OPAQUE | VERSION, VERSION,
        OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, PURE,
        DANGER, WRAP, OPAQUE | VERSION, PURE, OPAQUE | VERSION, OPAQUE | VERSION, WRAP, OPAQUE | VERSION,
        VERSION | PKG, PURE, OPAQUE | VERSION, OPAQUE | VERSION, PURE, PURE, OPAQUE | VERSION, VERBS, PURE,
        OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, DANGER, DANGER, PURE, DANGER,
        OPAQUE | VERSION, PURE, OPAQUE | VERSION, PURE, PURE, VERSION | PKG, VERSION | PKG,
        OPAQUE | VERSION, OPAQUE | VERSION, DANGER, VERSION | PKG, OPAQUE | VERSION, VERBS, VERSION | PKG,
        PURE, DANGER, PURE, OPAQUE | VERSION, PURE, PURE, VERSION, DANGER, PURE, PURE, OPAQUE | VERSION,
        OPAQUE | VERSION, OPAQUE | VERSION, OPAQUE | VERSION, DANGER, PURE, PURE, PURE, DANGER, DANGER,
        PURE, PURE, VERSION | GUARD, DANGER, DANGER, DANGER, DANGER, OPAQUE | VERSION, OPAQUE | VERSION,
        OPAQUE | VERSION, VERSION, DANGER, OPAQUE | VERSION, OPAQUE | VERSION, DANGER, PURE, PURE, DANGER,
        WRAP, DANGER, DANGER, VERSION | SHELLS, PURE, PURE, PURE, PURE, PURE, PURE, PURE, DANGER, DANGER,
        PURE, OPAQUE | VERSION, GUARD, OPAQUE | VERSION, DANGER, VERSION, DANGER, GUARD, VERSION, DANGER,
        OPAQUE | VERSION, PURE, WRAP, OPAQUE | VERSION, PURE, OPAQUE | VERSION, WRAP, PURE, VERBS, PURE,
        PURE, OPAQUE | VERSION, DANGER, OPAQUE | VERSION, DANGER, DANGER, OPAQUE | VERSION,
        VERSION | VERBS, WRAP, DANGER, WRAP, OPAQUE | VERSION, VERSION | VERBS, PURE, GUARD, DANGER,
        OPAQUE | VERSION, PURE, PURE, OPAQUE | VERSION, GUARD, PURE, DANGER, OPAQUE | VERSION, PURE, PURE,
        PURE, DANGER, PURE, PURE, DANGER, OPAQUE | VERSION, PURE, PURE, DANGER, DANGER, OPAQUE | VERSION,
        DANGER, PURE, DANGER, DANGER, DANGER, PURE, VERSION | PKG, OPAQUE | VERSION, PURE,
        OPAQUE | VERSION, OPAQUE | VERSION, DANGER, OPAQUE | VERSION, PURE, PURE, PURE, DANGER, WRAP, PURE,
        VERSION, PURE, PURE, PURE, PURE, DANGER, DANGER, WRAP, DANGER, OPAQUE | VERSION, DANGER, DANGER,
        VERSION | PKG, GUARD, PKG, PURE, PURE, DANGER, VERSION | SHELLS, DANGER,
    ],
);

/// What a program of DANGER does.
pub(crate) static DANGERS: Map<(VerbClass, EffectCode)> = Map::new(
    list!(111, "7z Add-Content Clear-Content Copy-Item Invoke-Expression Move-Item New-Item Out-File Remove-Item \
    Rename-Item Set-Content Set-Item Start-Process Stop-Computer Stop-Process ansible-playbook at batch \
    blkdiscard bzip2 chattr chef-client chgrp chmod chown copy cp cpio csplit del deluser dos2unix erase \
    fdisk format ftp groupdel gunzip gzip halt hostname iex init insmod install iptables kill killall \
    lftp ln mail mailx mkdir mkdtemp mkfifo mkfs mknod mkswap mktemp modprobe mount move mutt mv nft \
    parted passwd patch pkill poweroff puppet rd reboot ren rm rmdir rmmod rsync scp sendmail setfacl \
    sftp sgdisk shred shutdown split srm ssh-keygen taskkill tee telinit timedatectl touch truncate ufw \
    umount unix2dos unlink unzip useradd userdel usermod visudo wall wipefs write xattr xkill xz zip \
    zstd"),
    &[
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Exec, EffectCode::SystemAdmin), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::FsDelete),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Exec, EffectCode::SystemAdmin), (Destroy, EffectCode::ProcessKill),
        (Destroy, EffectCode::ProcessKill), (Exec, EffectCode::SystemAdmin),
        (Exec, EffectCode::SystemAdmin), (Exec, EffectCode::SystemAdmin),
        (Destroy, EffectCode::DiskOverwrite), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Exec, EffectCode::SystemAdmin), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::FsDelete),
        (Destroy, EffectCode::AccountDelete), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::FsDelete),
        (Destroy, EffectCode::DiskOverwrite), (Destroy, EffectCode::DiskOverwrite),
        (Send, EffectCode::NetUpload), (Destroy, EffectCode::AccountDelete), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Destroy, EffectCode::ProcessKill), (Edit, EffectCode::FsWrite),
        (Exec, EffectCode::SystemAdmin), (Destroy, EffectCode::ProcessKill),
        (Exec, EffectCode::SystemAdmin), (Edit, EffectCode::FsWrite), (Exec, EffectCode::SystemAdmin),
        (Destroy, EffectCode::ProcessKill), (Destroy, EffectCode::ProcessKill),
        (Send, EffectCode::NetUpload), (Edit, EffectCode::FsWrite), (Send, EffectCode::NetUpload),
        (Send, EffectCode::NetUpload), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Destroy, EffectCode::DiskOverwrite), (Edit, EffectCode::FsWrite),
        (Destroy, EffectCode::DiskOverwrite), (Edit, EffectCode::FsWrite), (Exec, EffectCode::SystemAdmin),
        (Exec, EffectCode::SystemAdmin), (Edit, EffectCode::FsWrite), (Send, EffectCode::NetUpload),
        (Edit, EffectCode::FsWrite), (Exec, EffectCode::SystemAdmin), (Destroy, EffectCode::DiskOverwrite),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::ProcessKill),
        (Destroy, EffectCode::ProcessKill), (Exec, EffectCode::SystemAdmin),
        (Destroy, EffectCode::FsDelete), (Destroy, EffectCode::ProcessKill), (Edit, EffectCode::FsWrite),
        (Destroy, EffectCode::FsDelete), (Destroy, EffectCode::FsDelete), (Exec, EffectCode::SystemAdmin),
        (Edit, EffectCode::FsWrite), (Send, EffectCode::NetUpload), (Send, EffectCode::NetUpload),
        (Edit, EffectCode::FsWrite), (Send, EffectCode::NetUpload), (Destroy, EffectCode::DiskOverwrite),
        (Destroy, EffectCode::FsDelete), (Destroy, EffectCode::ProcessKill), (Edit, EffectCode::FsWrite),
        (Destroy, EffectCode::FsDelete), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::ProcessKill),
        (Edit, EffectCode::FsWrite), (Destroy, EffectCode::ProcessKill), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite), (Destroy, EffectCode::FsTruncate), (Exec, EffectCode::SystemAdmin),
        (Exec, EffectCode::SystemAdmin), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::FsDelete),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Destroy, EffectCode::AccountDelete),
        (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite), (Send, EffectCode::NetUpload),
        (Destroy, EffectCode::DiskOverwrite), (Send, EffectCode::NetUpload), (Edit, EffectCode::FsWrite),
        (Destroy, EffectCode::ProcessKill), (Edit, EffectCode::FsWrite), (Edit, EffectCode::FsWrite),
        (Edit, EffectCode::FsWrite),
    ],
);

/// The options that make a program of GUARD write, and those that take a value.
pub(crate) static GUARDS: Map<Headed> = Map::new(
    list!(20, "ack ag base64 bat date dmesg fd file history htop journalctl less man more rg sort ss top tree yq"),
    &[
        headed!("runs: pager~ edits: output~ plain: -ABCm="), headed!("runs: pager~ plain: -ABCGm="),
        headed!("edits: -o output~ plain: -wbi="), headed!("runs: pager~ plain: -lrHmA="),
        headed!("edits: -s set~ plain: -dfrI="),
        headed!("destroys: -cCDnE clear~ read-clear~ edits: console-off~ plain: -lfs="),
        headed!("runs: -xX exec~ exec-batch~ plain: -etESdcjo="),
        headed!("edits: -C compile~ plain: -mfFeP="), headed!("edits: -cdwarn"), headed!(""),
        headed!("destroys: vacuum-size~ vacuum-time~ vacuum-files~ edits: rotate~ flush~ sync~ relinquish-var~ \
    setup-keys~ update-catalog~ cursor-file~ plain: -unpogStDM="),
        headed!("runs: lesskey-file~ lesskey-src~ lesskey-content~ edits: -oOk log-file~ LOG-FILE~ plain: \
    -bhjpPtTxyz="),
        headed!("runs: -PHCrX pager~ html~ browser~ config-file~ prompt~ gxditview~ plain: -LMSsemR="),
        headed!("plain: -n="), headed!("runs: pre~ hostname-bin~ plain: -efgtTABCMmjdEr="),
        headed!("runs: compress-program~ edits: -o output~ plain: -kStT="),
        headed!("destroys: -K kill~ plain: -fAFN="), headed!("plain: -dnpu="),
        headed!("edits: -oR output~ plain: -LPIH="), headed!("edits: -i inplace~ in-place~ split-exp~"),
    ],
);

/// Subcommands of git.
pub(crate) static GIT: Headed = headed!("destroys: rm filter-branch filter-repo prune clean rebase update-ref sends: send-email imap-send \
    runs: push commit mergetool send-pack merge difftool edits: repack hash-object sparse-checkout am gc \
    symbolic-ref write-tree archive apply pack-refs commit-tree replace init update-index fetch clone \
    cherry-pick switch fast-import checkout mktree restore format-patch mv submodule notes revert pull \
    add maintenance bundle worktree bisect read-tree request-pull lists: annotate blame cat-file \
    check-attr check-ignore check-mailmap cherry count-objects describe diff diff-files diff-index \
    diff-tree for-each-ref fsck grep help log ls-files ls-remote ls-tree merge-base name-rev range-diff \
    rev-list rev-parse shortlog show show-branch show-ref status var verify-commit verify-tag version \
    whatchanged");

/// Variables by which other programs run, or other files are read.
pub(crate) static ENV_BAD: Words = list!(38, "BASHOPTS BASH_ENV BROWSER CDPATH CURL_HOME EDITOR ENV GLOBIGNORE HOME IFS JAVA_TOOL_OPTIONS \
    KUBECTL_EXTERNAL_DIFF LESS LESSCLOSE LESSOPEN MORE NODE_OPTIONS NODE_PATH PATH PERL5LIB PERL5OPT \
    PROMPT_COMMAND PS4 PSQLRC PYTHONHOME PYTHONPATH PYTHONSTARTUP RIPGREP_CONFIG_PATH RUBYLIB RUBYOPT \
    RUSTC_WRAPPER SHELL SHELLOPTS SSH_ASKPASS TAR_OPTIONS VISUAL WGETRC XDG_CONFIG_HOME");

/// Where output may go without being written anywhere.
pub(crate) static SAFE_TARGETS: Words = list!(6, "/dev/fd/1 /dev/fd/2 /dev/null /dev/stderr /dev/stdout /dev/tty");
