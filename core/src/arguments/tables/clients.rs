// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! Package managers and other clients with verbs.

use crate::arguments::table::{Map, Words, list};

/// The verbs of a client by what they do, separated by blanks: read, edit, destroy, publish.
pub(crate) type Packages = [&'static str; 4];

/// The verbs of a client by what they do, separated by blanks: read, edit, exec, destroy, send.
pub(crate) type Verbs = [&'static str; 5];

/// Package managers.
pub(crate) static MANAGERS: Map<Packages> = Map::new(
    list!(24, "apk apt apt-cache apt-get brew bun bundle cargo composer conda dnf dpkg gem go gradle mamba npm pip \
    pip3 pnpm poetry uv yarn yum"),
    &[
        ["list show search policy depends rdepends", "install update upgrade full-upgrade", "remove purge autoremove clean", ""],
        ["list show search policy depends rdepends", "install update upgrade full-upgrade", "remove purge autoremove clean", ""],
        ["depends dotty dump madison pkgnames policy rdepends search show showpkg showsrc stats unmet xvcg", "gencaches", "", ""],
        ["list show search policy depends rdepends", "install update upgrade full-upgrade", "remove purge autoremove clean", ""],
        ["list ls info search outdated deps uses config doctor leaves desc cat", "install upgrade update tap link pin", "uninstall remove rm cleanup untap autoremove", ""],
        ["list ls ll why outdated audit licenses root bin", "install i add update up link import init", "remove rm uninstall un prune", "publish"],
        ["show check", "install add update lock init", "remove", "publish"],
        ["tree metadata search locate-project pkgid verify-project help", "add update fetch init new vendor fix fmt", "remove clean uninstall", "publish yank"],
        ["show check", "install add update lock init", "remove", "publish"],
        ["list info search", "install create update env", "remove clean", ""],
        ["list show search policy depends rdepends", "install update upgrade full-upgrade", "remove purge autoremove clean", ""],
        ["-l -L -s -S -p --list --status --listfiles --search --print-architecture", "-i --install --configure", "-r -P --remove --purge", ""],
        ["list search info which environment contents dependency", "install update", "uninstall cleanup", "push yank"],
        ["version env_r list doc", "get install fmt", "clean", ""], ["", "", "", ""],
        ["list info search", "install create update env", "remove clean", ""],
        ["ls list ll la view info show outdated whoami ping explain why search docs root prefix bin help fund query", "install i add ci update up upgrade link init create dedupe rebuild set audit_fix pkg shrinkwrap", "uninstall remove rm un prune unpublish", "publish deprecate"],
        ["list show freeze check index search debug inspect help", "install download wheel config cache", "uninstall", ""],
        ["list show freeze check index search debug inspect help", "install download wheel config cache", "uninstall", ""],
        ["list ls ll why outdated audit licenses root bin", "install i add update up link import init", "remove rm uninstall un prune", "publish"],
        ["show check", "install add update lock init", "remove", "publish"],
        ["tree", "sync add lock venv init", "remove", "publish"],
        ["list info why outdated audit licenses", "install add upgrade up set link init import", "remove", "publish"],
        ["list show search policy depends rdepends", "install update upgrade full-upgrade", "remove purge autoremove clean", ""],
    ],
);

/// Clients with verbs.
pub(crate) static CLIENTS: Map<Verbs> = Map::new(
    list!(10, "docker gsutil helm k kubectl oc podman systemctl terraform tofu"),
    &[
        ["ps images logs inspect version info stats top port diff history search events", "pull tag create rename update commit load import save cp login logout", "run exec start restart build attach unpause pause buildx swarm", "rm rmi kill stop prune", "push"],
        ["ls cat du stat hash version", "mb setmeta", "", "rm rb", "cp mv rsync"],
        ["list ls status get history show search template version env lint", "repo pull dependency create package", "install upgrade rollback test", "uninstall delete", "push"],
        ["get describe logs top explain version api-resources api-versions cluster-info diff wait options", "apply create label annotate scale set edit patch autoscale expose taint cordon uncordon replace cp", "exec run rollout debug attach port-forward proxy drain", "delete", ""],
        ["get describe logs top explain version api-resources api-versions cluster-info diff wait options", "apply create label annotate scale set edit patch autoscale expose taint cordon uncordon replace cp", "exec run rollout debug attach port-forward proxy drain", "delete", ""],
        ["get describe logs top explain version api-resources api-versions cluster-info diff wait options", "apply create label annotate scale set edit patch autoscale expose taint cordon uncordon replace cp", "exec run rollout debug attach port-forward proxy drain", "delete", ""],
        ["ps images logs inspect version info stats top port diff history search events", "pull tag create rename update commit load import save cp login logout", "run exec start restart build attach unpause pause buildx swarm", "rm rmi kill stop prune", "push"],
        ["status show cat list-units list-unit-files list-timers list-jobs list-dependencies is-active is-enabled is-failed get-default show-environment help", "enable set-property set-default daemon-reload edit", "start restart reload isolate", "stop disable mask kill reset-failed poweroff reboot halt", ""],
        ["plan show validate output version providers graph", "fmt init import get", "apply taint untaint refresh", "destroy", ""],
        ["plan show validate output version providers graph", "fmt init import get", "apply taint untaint refresh", "destroy", ""],
    ],
);

/// Options of cloud clients that may stand before a verb.
pub(crate) static CLOUD_FLAGS: Words = list!(33, "--bucket --cluster --debug --endpoint-url --filter --format --help --jq --json --limit --name \
    --no-cli-pager --no-paginate --no-verify-ssl --output --profile --project --query --quiet --region \
    --repo --resource-group --search --state --subscription --verbose --zone -L -R -g -o -q -s");

/// Verbs of cloud clients that read.
pub(crate) static CLOUD_READ: Words = list!(21, "check describe diff export-template filter get head history info list lookup ls query read scan \
    search show status tail view wait");

/// Verbs of cloud clients that run something.
pub(crate) static CLOUD_EXEC: Words = list!(20, "apply approve assume authorize deploy dispatch exec execute grant invoke login merge reboot rerun \
    restart rollback run ssh start trigger");

/// Verbs of cloud clients that destroy.
pub(crate) static CLOUD_DESTROY: Words = list!(18, "archive cancel close delete deregister destroy detach disable drop purge rb remove reset revoke rm \
    stop terminate unset");

/// Verbs of cloud clients that send.
pub(crate) static CLOUD_SEND: Words = list!(8, "comment notify post publish send share submit upload");
