#!/bin/sh
# What building and trying the agent and the packager for real needs from Debian, when the machine does not have it: a
# Linux to install into, Wine for the Windows one, the makers of MSI and NSIS packages, and what looks at the files of
# vendors: osslsigncode, clamd and bubblewrap. The rest is in os-packages.sh.
set -eu
PATH="$PATH:/usr/sbin:/sbin"

missing=
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need debootstrap debootstrap
need systemd-nspawn systemd-container
need dpkg-deb dpkg
need rpm rpm
need gpg gpg
need openssl openssl
[ -x /usr/lib/wine/wine64 ] || missing="$missing wine64 wine"
need wixl wixl
need msiinfo msitools
need makensis nsis
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32
need bwrap bubblewrap
need clamd clamav-daemon
need ip iproute2
# Before 2.9 it cannot be told which of several signatures counts.
signs() { printf '%s\n2.9\n' "$1" | sort -C -V -r; }
signs "$(osslsigncode --version 2>/dev/null | sed -n 's/^osslsigncode \([0-9.]*\).*/\1/p')" || missing="$missing osslsigncode"

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  echo "Missing on this machine: sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# The scanner is started by whoever uses it, with a configuration of theirs, not by its installation.
policy=/usr/sbin/policy-rc.d
[ -e $policy ] || { printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy && trap 'rm -f $policy' EXIT; }

# Debian 12 has the newer osslsigncode among its backports, on the same server as everything else.
add_backports() {
  case "$missing" in *osslsigncode*) ;; *) return 0 ;; esac
  signs "$(apt-cache policy osslsigncode | sed -n 's/^  Candidate: \([0-9.]*\).*/\1/p')" && return 0
  source=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)-backports $(COMPONENT)' 'Created-By: Packages' |
    sed -n '/ [a-z]*-backports main$/{p;q}')
  suite=${source#* }
  suite=${suite% main}
  missing=$(printf '%s' "$missing" | sed "s#osslsigncode#osslsigncode/$suite#")
  echo "deb $source" >/etc/apt/sources.list.d/patchkeep-backports.list && apt-get update -qq
}
# shellcheck disable=SC2086
install_missing() {
  apt-get update -qq && add_backports && apt-get install -y -qq --no-install-recommends $missing
}
if ! install_missing </dev/null >"$log" 2>&1; then
  cat "$log" >&2
  rm -f "$log"
  exit 1
fi
rm -f "$log"
