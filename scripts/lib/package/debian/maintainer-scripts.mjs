import { RULE_PATH } from '../../../../dist/control/doctor/udev.js';
import {
  STATE_FOLDERS,
  SYSTEM_SETTINGS,
  SYSTEM_UNITS,
  VOICE_SECRET,
} from '../../../../dist/install/systemd/system-units.js';
import { USER_UNIT } from '../../../../dist/install/systemd/user-units.js';

const UNITS = SYSTEM_UNITS.join(' ');

/**
 * Calls the service manager of each person who has one. It is reached since systemd 249, which Debian 11 does not have. The
 * person decides how long it takes, and must not hold up the package manager.
 */
const EACH_PERSON = `each_person() {
  for uid in $(systemctl --quiet --no-legend list-units 'user@*' | sed -n 's/.*user@\\([0-9]*\\)\\.service.*/\\1/p'); do
    timeout --kill-after=5 60 systemctl --quiet --user --machine "$uid@" "$@" || true
  done
}`;

/** After an installation: the secret that the units need, and an upgrade for what runs. */
const POSTINST = `#!/bin/sh
set -e

${EACH_PERSON}

if [ "$1" = configure ]; then
  if [ ! -e ${VOICE_SECRET} ]; then
    mkdir -p -m 755 ${SYSTEM_SETTINGS}
    (umask 077 && head -c 32 /dev/urandom | base64 > ${VOICE_SECRET})
  fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    each_person daemon-reload
    if [ -n "$2" ]; then
      systemctl --quiet try-restart ${UNITS} || true
      each_person try-restart ${USER_UNIT}
    fi
  fi
fi
`;

/** Before the programs are removed: nothing of them runs on, or is started again. */
const PRERM = `#!/bin/sh
set -e

${EACH_PERSON}

if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  guildhall service uninstall --system > /dev/null || true
  systemctl disable --quiet --now ${UNITS} || true
  each_person stop ${USER_UNIT}
fi
`;

/** What `purge` removes beside the package's own files: what Guildhall has made for the whole system. */
const POSTRM = `#!/bin/sh
set -e

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
  rm -rf ${STATE_FOLDERS.join(' ')}
  rm -f ${VOICE_SECRET}
  if [ -d ${SYSTEM_SETTINGS} ]; then
    rmdir --ignore-fail-on-non-empty ${SYSTEM_SETTINGS}
  fi
  # Made by: guildhall doctor --fix
  if grep -qs '^# Made by guildhall doctor' ${RULE_PATH}; then
    rm -f ${RULE_PATH}
  fi
fi
`;

/** The scripts that dpkg runs, by their names. */
export function maintainerScripts() {
  return { postinst: POSTINST, prerm: PRERM, postrm: POSTRM };
}
