#!/bin/sh
# The servers, the browser and the first Node that tests and development use, from Debian, when the machine does not have them.
# As root it installs what is missing; as anybody else it says what to install.
# Arguments: the only packages to look at, as in `tools/os-packages.sh postgresql-15`.
set -eu
PATH="$PATH:/usr/sbin:/sbin"

has_postgres() {
  [ -n "${PATCHKEEP_PG_BIN:-}" ] || command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}
has_font() { ls /usr/share/fonts/truetype/"$1"/*.ttf >/dev/null 2>&1; }

missing=
# The package "postgresql-15" would also start a cluster of its own; we start ours, on our own port.
has_postgres || missing="$missing postgresql-15"
[ -n "${PATCHKEEP_NATS_SERVER:-}" ] || command -v nats-server >/dev/null 2>&1 || missing="$missing nats-server"
# It opens a page in half the time of the whole browser, which will do where the shell cannot be had.
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
  if ! command -v chromium >/dev/null 2>&1; then
    missing="$missing chromium-headless-shell"
  elif [ $# = 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell; } </dev/null >/dev/null 2>&1 ||
      echo "Journeys run in the whole browser: the package chromium-headless-shell could not be installed."
  fi
fi
# The load the benches put on a server; one written in Node would measure itself.
command -v wrk >/dev/null 2>&1 || missing="$missing wrk"
# Without fonts every text in a screenshot is boxes.
has_font liberation || missing="$missing fonts-liberation"
has_font dejavu || missing="$missing fonts-dejavu-core"
# Our Node is linked against it.
/sbin/ldconfig -p 2>/dev/null | grep -q 'libatomic\.so\.1 ' || missing="$missing libatomic1"
# Two of the documents that feeds:check reads are packed with it.
command -v bzip2 >/dev/null 2>&1 || missing="$missing bzip2"
# Any Node will do: it only fetches the one this repository brings.
command -v npm >/dev/null 2>&1 || missing="$missing nodejs npm"

if [ $# -gt 0 ]; then
  asked=
  for package in $missing; do case " $* " in *" $package "*) asked="$asked $package" ;; esac; done
  missing=$asked
fi

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "Missing on this machine:$missing (names of Debian's packages)." >&2
  exit 1
fi
if [ "$(id -u)" != 0 ]; then
  echo "Missing on this machine: sudo apt-get install$missing" >&2
  exit 1
fi

echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
case "$missing" in
  *postgresql*)
    # Keep Debian from creating and starting a cluster nobody asked for.
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
      echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    ;;
esac
log=$(mktemp)
# shellcheck disable=SC2086
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
  cat "$log" >&2
  rm -f "$log"
  exit 1
fi
rm -f "$log"
