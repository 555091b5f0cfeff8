//! What a reader may say: a verdict, a class, effects, and findings.

use core::fmt;

use crate::code_set::CodeSet;
use crate::contract::{VerbClass, words};
use crate::fault::Path;

/// What a part of an argument does. The strictest of all parts is the verdict of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Known to change nothing and to send nothing.
    Reads,
    /// Not known, not parsed, or decided only when it runs.
    CannotTell,
    /// Known to change, send, run or destroy.
    Writes,
}

impl Effect {
    /// The verdict as it is reported.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::CannotTell => "cannot_tell",
            Self::Writes => "writes",
        }
    }
}

words! {
    /// What exactly a part changes. An operator's rule can forbid it whatever its spelling.
    EffectCode {
        FsWrite = "fs.write",
        FsDelete = "fs.delete",
        FsDeleteRecursive = "fs.delete_recursive",
        FsTruncate = "fs.truncate",
        DiskOverwrite = "disk.overwrite",
        ProcessKill = "process.kill",
        AccountDelete = "account.delete",
        SystemAdmin = "system.admin",
        GitPush = "git.push",
        GitForcePush = "git.force_push",
        GitDiscard = "git.discard",
        GitDeleteRef = "git.delete_ref",
        GitRewrite = "git.rewrite",
        NetSend = "net.send",
        NetUpload = "net.upload",
        NetSocket = "net.socket",
        NetDownloadToFile = "net.download_to_file",
        NetRemoteShell = "net.remote_shell",
        PkgInstall = "pkg.install",
        PkgRemove = "pkg.remove",
        PkgPublish = "pkg.publish",
        InfraApply = "infra.apply",
        ClusterDelete = "cluster.delete",
        ContainerDelete = "container.delete",
        ResourceDelete = "resource.delete",
        ResourceEdit = "resource.edit",
        CodeRun = "code.run",
        SqlInsert = "sql.insert",
        SqlUpdate = "sql.update",
        SqlDelete = "sql.delete",
        SqlNoWhere = "sql.no_where",
        SqlDrop = "sql.drop",
        SqlTruncate = "sql.truncate",
        SqlAlter = "sql.alter",
        SqlCreate = "sql.create",
        SqlGrant = "sql.grant",
        SqlAdmin = "sql.admin",
        SqlLock = "sql.lock",
        SqlSideEffect = "sql.side_effect",
    }
}

impl EffectCode {
    /// What the part that has it does, behind its name: `rm` "deletes files".
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::FsWrite => "writes files",
            Self::FsDelete => "deletes files",
            Self::FsDeleteRecursive => "deletes folders with all that is in them",
            Self::FsTruncate => "empties files",
            Self::DiskOverwrite => "overwrites a disk",
            Self::ProcessKill => "stops programs",
            Self::AccountDelete => "removes accounts of the machine",
            Self::SystemAdmin => "changes the machine's settings",
            Self::GitPush => "sends commits to another repository",
            Self::GitForcePush => "overwrites what others have pushed",
            Self::GitDiscard => "discards changes that are not committed",
            Self::GitDeleteRef => "deletes branches or tags",
            Self::GitRewrite => "rewrites the history of a repository",
            Self::NetSend => "sends something over the network",
            Self::NetUpload => "sends files over the network",
            Self::NetSocket => "opens a connection",
            Self::NetDownloadToFile => "saves what it downloads",
            Self::NetRemoteShell => "runs commands on another machine",
            Self::PkgInstall => "installs packages, whose scripts run",
            Self::PkgRemove => "removes packages",
            Self::PkgPublish => "publishes a package",
            Self::InfraApply => "changes infrastructure",
            Self::ClusterDelete => "deletes objects of a cluster",
            Self::ContainerDelete => "deletes or stops containers",
            Self::ResourceDelete => "deletes what a service keeps",
            Self::ResourceEdit => "changes what a service keeps",
            Self::CodeRun => "runs code that is not in the call",
            Self::SqlInsert => "adds rows",
            Self::SqlUpdate => "changes rows",
            Self::SqlDelete => "deletes rows",
            Self::SqlNoWhere => "concerns every row of a table",
            Self::SqlDrop => "drops tables or other objects of a database",
            Self::SqlTruncate => "empties tables",
            Self::SqlAlter => "changes tables or other objects of a database",
            Self::SqlCreate => "creates objects of a database",
            Self::SqlGrant => "changes who may do what in a database",
            Self::SqlAdmin => "changes settings of a database",
            Self::SqlLock => "locks tables",
            Self::SqlSideEffect => "calls a function that changes something",
        }
    }
}

words! {
    /// Something that holds whatever the verdict. First the blockers in the order of a report, then the warnings.
    Finding {
        EffectUnknown = "argument_effect_unknown",
        DataInUrl = "argument_data_in_url",
        HiddenText = "argument_hidden_text",
        Lookalike = "argument_lookalike",
        BacktickInText = "argument_backtick_in_text",
        SecretFile = "argument_secret_file",
        DevicePath = "argument_device_path",
        MassEffect = "argument_mass_effect",
        AmountOverPolicy = "argument_amount_over_policy",
        RecipientsOverPolicy = "argument_recipients_over_policy",
        PathTraversal = "argument_path_traversal",
        PathForm = "argument_path_form",
        UrlScheme = "argument_url_scheme",
        UrlAmbiguous = "argument_url_ambiguous",
        TooComplex = "argument_too_complex",
        PathOutsideRoots = "argument_path_outside_roots",
        NotInAllowList = "argument_not_in_allow_list",
        HostNotAllowed = "argument_host_not_allowed",
        Raw = "argument_raw",
        MetadataAddress = "argument_metadata_address",
        RuleDenied = "argument_rule_denied",
        ValueRule = "policy_argument_rule",
        KindGuessed = "argument_kind_guessed",
        Privileged = "argument_privileged",
        PathHasDotdot = "argument_path_has_dotdot",
        LoopbackAddress = "argument_loopback_address",
        PrivateAddress = "argument_private_address",
        UrlPunycode = "argument_url_punycode",
        OpaqueText = "argument_opaque_text",
    }
}

impl Finding {
    /// Whether it keeps a call from running until somebody has cleared it. The others are warnings.
    pub const fn blocks(self) -> bool {
        (self as u8) < (Self::KindGuessed as u8)
    }
}

/// How a class ranks against others: the strongest is the class of the whole. A class that acts on nothing ranks 0.
pub(crate) const fn rank(class: VerbClass) -> u8 {
    match class {
        VerbClass::Edit => 1,
        VerbClass::Exec => 2,
        VerbClass::Send => 3,
        VerbClass::Money => 4,
        VerbClass::Destroy => 5,
        VerbClass::Read | VerbClass::Draft | VerbClass::Other => 0,
    }
}

/// The stronger of two classes.
pub(crate) fn stronger(one: Option<VerbClass>, other: Option<VerbClass>) -> Option<VerbClass> {
    let weight = |class: Option<VerbClass>| class.map_or(0, rank);
    if weight(other) > weight(one) { other } else { one }
}

/// A name of the tables with its subcommand: `git push`, `sql delete`. Never a word of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Program {
    /// The program, or nothing if no table knows it.
    pub name: Option<&'static str>,
    /// The subcommand, if the tables know it.
    pub verb: Option<&'static str>,
}

impl Program {
    /// A program without a subcommand.
    pub(crate) const fn of(name: &'static str) -> Self {
        Self { name: Some(name), verb: None }
    }

    /// A program that no table knows.
    pub(crate) const UNKNOWN: Self = Self { name: None, verb: None };
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.unwrap_or("?"))?;
        match self.verb {
            Some(verb) => write!(f, " {verb}"),
            None => Ok(()),
        }
    }
}

/// One part of an argument: a command of a shell text, a redirection, a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What runs.
    pub program: Program,
    /// What it does.
    pub effect: Effect,
    /// The class, for what writes.
    pub class: Option<VerbClass>,
    /// What exactly it changes.
    pub effects: CodeSet<EffectCode>,
}

impl Row {
    /// A part that changes nothing.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn reads(program: Program) -> Self {
        Self { program, effect: Effect::Reads, class: None, effects: CodeSet::default() }
    }

    /// A part of which nobody can say what it does.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn cannot_tell(program: Program) -> Self {
        Self { effect: Effect::CannotTell, ..Self::reads(program) }
    }

    /// A part that changes something.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn writes(program: Program, class: VerbClass) -> Self {
        Self { effect: Effect::Writes, class: Some(class), ..Self::reads(program) }
    }

    /// The same with one more effect.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn with(mut self, effect: EffectCode) -> Self {
        self.effects.insert(effect);
        self
    }
}

words! {
    /// What an argument is.
    Kind {
        Shell = "shell",
        Argv = "argv",
        Sql = "sql",
        Graphql = "graphql",
        Path = "path",
        Dest = "dest",
        Url = "url",
        Method = "method",
        Mail = "mail",
        Text = "text",
    }
}

/// The dialect of an SQL text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Dialect {
    /// Nobody said. The standard reading counts, and what other dialects read otherwise is ambiguous.
    #[default]
    Unknown,
    Postgres,
    Mysql,
    Sqlite,
    Tsql,
    Duckdb,
}

/// A text in an argument that another reader knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nested<'a> {
    /// A word of a command that looks like a path, or that is one.
    Path(&'a str),
    /// An address in a command.
    Url(&'a str),
    /// A statement that a command hands to a database.
    Sql(&'a str, Dialect),
}

/// Takes what a reader finds, so that a reader keeps nothing.
pub(crate) trait Sink {
    /// One part with its verdict.
    fn row(&mut self, row: Row);
    /// Something that holds whatever the verdict.
    fn finding(&mut self, finding: Finding);
    /// A text for another reader. What it finds belongs to the same argument.
    fn nested(&mut self, nested: Nested<'_>);
    /// The argument at this place was read, as this. What was told since the one before belongs to it.
    fn argument(&mut self, _path: &Path<'_>, _kind: Kind) {}
    /// The words of a command that was read, for who follows what runs. A word that is decided later is none.
    fn command(&mut self, _words: &mut dyn Iterator<Item = Option<&str>>) {}
}

/// What all parts of an argument come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// The strictest verdict; nothing if no part was read.
    pub effect: Option<Effect>,
    /// The strongest class.
    pub class: Option<VerbClass>,
    /// All effects.
    pub effects: CodeSet<EffectCode>,
    /// All findings.
    pub findings: CodeSet<Finding>,
    /// How many parts there were.
    pub rows: usize,
    /// Of one of them nobody can say what it does.
    pub has_unknown: bool,
}

impl Summary {
    /// Counts a part.
    pub(crate) fn add(&mut self, row: Row) {
        self.effect = self.effect.max(Some(row.effect));
        self.class = stronger(self.class, row.class);
        self.effects = self.effects.union(row.effects);
        self.rows = self.rows.saturating_add(1);
        self.has_unknown |= row.effect == Effect::CannotTell;
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Finding, rank, stronger};
    use crate::contract::VerbClass;

    const DATA: &str = include_str!("../../data/arguments_lists.json");

    fn list(name: &str) -> serde_json::Value {
        let data: serde_json::Value = serde_json::from_str(DATA).unwrap();
        data["lists"][name].clone()
    }

    #[test]
    fn findings_block_in_the_order_of_the_data() {
        let order = list("ORDER");
        let order = order.as_array().unwrap().iter().map(|code| code.as_str().unwrap());
        let blockers = Finding::ALL.iter().filter(|code| code.blocks()).map(|code| code.as_str());
        let blockers = blockers.filter(|code| *code != Finding::ValueRule.as_str());
        assert!(order.eq(blockers));
    }

    #[test]
    fn classes_and_verdicts_rank_as_in_the_data() {
        let ranks = list("CLASS_RANK");
        for class in VerbClass::ALL {
            let expected = ranks[class.as_str()].as_u64().unwrap_or(0);
            assert_eq!(u64::from(rank(*class)), expected, "{class:?}");
        }
        let ranks = list("RANK");
        let verdicts = [Effect::Reads, Effect::CannotTell, Effect::Writes];
        for (expected, verdict) in verdicts.iter().enumerate() {
            assert_eq!(ranks[verdict.as_str()], expected);
        }
        assert_eq!(stronger(Some(VerbClass::Edit), Some(VerbClass::Money)), Some(VerbClass::Money));
        assert_eq!(stronger(Some(VerbClass::Edit), None), Some(VerbClass::Edit));
    }
}
