#!/bin/sh
# What building and trying the agent for real needs from Debian, when the machine does not have it: a Linux to install
# into, Wine for the Windows one, and the makers of MSI and NSIS packages. The rest is in os-packages.sh.
set -eu
PATH="$PATH:/usr/sbin:/sbin"

missing=
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need debootstrap debootstrap
need systemd-nspawn systemd-container
need dpkg-deb dpkg
need rpm rpm
need openssl openssl
[ -x /usr/lib/wine/wine64 ] || missing="$missing wine64 wine"
need wixl wixl
need msiinfo msitools
need makensis nsis
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  echo "Missing on this machine: sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# shellcheck disable=SC2086
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
  cat "$log" >&2
  rm -f "$log"
  exit 1
fi
rm -f "$log"
