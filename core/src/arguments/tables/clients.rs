// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! Package managers and other clients with verbs.

use crate::arguments::headed::{Headed, headed};
use crate::arguments::table::{Map, Words, list};

/// Package managers.
pub(crate) static MANAGERS: Map<Headed> = Map::new(
    list!(24, "apk apt apt-cache apt-get brew bun bundle cargo composer conda dnf dpkg gem go gradle mamba npm pip \
    pip3 pnpm poetry uv yarn yum"),
    &[
        headed!("lists: list show search policy depends rdepends edits: install update upgrade full-upgrade destroys: \
    remove purge autoremove clean"),
        headed!("lists: list show search policy depends rdepends edits: install update upgrade full-upgrade destroys: \
    remove purge autoremove clean"),
        headed!("lists: depends dotty dump madison pkgnames policy rdepends search show showpkg showsrc stats unmet \
    xvcg edits: gencaches"),
        headed!("lists: list show search policy depends rdepends edits: install update upgrade full-upgrade destroys: \
    remove purge autoremove clean"),
        headed!("lists: list ls info search outdated deps uses config doctor leaves desc cat edits: install upgrade \
    update tap link pin destroys: uninstall remove rm cleanup untap autoremove"),
        headed!("lists: list ls ll why outdated audit licenses root bin edits: install i add update up link import \
    init destroys: remove rm uninstall un prune sends: publish"),
        headed!("lists: show check edits: install add update lock init destroys: remove sends: publish"),
        headed!("lists: tree metadata search locate-project pkgid verify-project help edits: add update fetch init \
    new vendor fix fmt destroys: remove clean uninstall sends: publish yank"),
        headed!("lists: show check edits: install add update lock init destroys: remove sends: publish"),
        headed!("lists: list info search edits: install create update env destroys: remove clean"),
        headed!("lists: list show search policy depends rdepends edits: install update upgrade full-upgrade destroys: \
    remove purge autoremove clean"),
        headed!("lists: -l -L -s -S -p --list --status --listfiles --search --print-architecture edits: -i --install \
    --configure destroys: -r -P --remove --purge"),
        headed!("lists: list search info which environment contents dependency edits: install update destroys: \
    uninstall cleanup sends: push yank"),
        headed!("lists: version env_r list doc edits: get install fmt destroys: clean"), headed!(""),
        headed!("lists: list info search edits: install create update env destroys: remove clean"),
        headed!("lists: ls list ll la view info show outdated whoami ping explain why search docs root prefix bin \
    help fund query edits: install i add ci update up upgrade link init create dedupe rebuild set \
    audit_fix pkg shrinkwrap destroys: uninstall remove rm un prune unpublish sends: publish deprecate"),
        headed!("lists: list show freeze check index search debug inspect help edits: install download wheel config \
    cache destroys: uninstall"),
        headed!("lists: list show freeze check index search debug inspect help edits: install download wheel config \
    cache destroys: uninstall"),
        headed!("lists: list ls ll why outdated audit licenses root bin edits: install i add update up link import \
    init destroys: remove rm uninstall un prune sends: publish"),
        headed!("lists: show check edits: install add update lock init destroys: remove sends: publish"),
        headed!("lists: tree edits: sync add lock venv init destroys: remove sends: publish"),
        headed!("lists: list info why outdated audit licenses edits: install add upgrade up set link init import \
    destroys: remove sends: publish"),
        headed!("lists: list show search policy depends rdepends edits: install update upgrade full-upgrade destroys: \
    remove purge autoremove clean"),
    ],
);

/// Clients with verbs.
pub(crate) static CLIENTS: Map<Headed> = Map::new(
    list!(10, "docker gsutil helm k kubectl oc podman systemctl terraform tofu"),
    &[
        headed!("lists: ps images logs inspect version info stats top port diff history search events edits: pull tag \
    create rename update commit load import save cp login logout runs: run exec start restart build \
    attach unpause pause buildx swarm destroys: rm rmi kill stop prune sends: push"),
        headed!("lists: ls cat du stat hash version edits: mb setmeta destroys: rm rb sends: cp mv rsync"),
        headed!("lists: list ls status get history show search template version env lint edits: repo pull dependency \
    create package runs: install upgrade rollback test destroys: uninstall delete sends: push"),
        headed!("lists: get describe logs top explain version api-resources api-versions cluster-info diff wait \
    options edits: apply create label annotate scale set edit patch autoscale expose taint cordon \
    uncordon replace cp runs: exec run rollout debug attach port-forward proxy drain destroys: delete"),
        headed!("lists: get describe logs top explain version api-resources api-versions cluster-info diff wait \
    options edits: apply create label annotate scale set edit patch autoscale expose taint cordon \
    uncordon replace cp runs: exec run rollout debug attach port-forward proxy drain destroys: delete"),
        headed!("lists: get describe logs top explain version api-resources api-versions cluster-info diff wait \
    options edits: apply create label annotate scale set edit patch autoscale expose taint cordon \
    uncordon replace cp runs: exec run rollout debug attach port-forward proxy drain destroys: delete"),
        headed!("lists: ps images logs inspect version info stats top port diff history search events edits: pull tag \
    create rename update commit load import save cp login logout runs: run exec start restart build \
    attach unpause pause buildx swarm destroys: rm rmi kill stop prune sends: push"),
        headed!("lists: status show cat list-units list-unit-files list-timers list-jobs list-dependencies is-active \
    is-enabled is-failed get-default show-environment help edits: enable set-property set-default \
    daemon-reload edit runs: start restart reload isolate destroys: stop disable mask kill reset-failed \
    poweroff reboot halt"),
        headed!("lists: plan show validate output version providers graph edits: fmt init import get runs: apply \
    taint untaint refresh destroys: destroy"),
        headed!("lists: plan show validate output version providers graph edits: fmt init import get runs: apply \
    taint untaint refresh destroys: destroy"),
    ],
);

/// Options of cloud clients that may stand before a verb.
pub(crate) static CLOUD_FLAGS: Words = list!(33, "--bucket --cluster --debug --endpoint-url --filter --format --help --jq --json --limit --name \
    --no-cli-pager --no-paginate --no-verify-ssl --output --profile --project --query --quiet --region \
    --repo --resource-group --search --state --subscription --verbose --zone -L -R -g -o -q -s");

/// Verbs of cloud clients. What is stricter comes first.
pub(crate) static CLOUD: Headed = headed!("destroys: archive cancel close delete deregister destroy detach disable drop purge rb remove reset \
    revoke rm stop terminate unset runs: apply approve assume authorize deploy dispatch exec execute \
    grant invoke login merge reboot rerun restart rollback run ssh start trigger sends: comment notify \
    post publish send share submit upload lists: check describe diff export-template filter get head \
    history info list lookup ls query read scan search show status tail view wait");
