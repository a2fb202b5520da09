import { readFileSync } from 'node:fs';
import { ROOT } from '../../run.mjs';
import { debianVersion, MAINTAINER } from './control.mjs';

const EXPLAINED_OVERRIDES = `# The package contains the version of Node.js that it was tested with (Debian 12 has an older one that cannot run it), and
# Node.js contains its libraries. sqlite3 contains SQLite, as on all other systems.
guildhall: embedded-library
# As the authors of Node.js compile it.
guildhall: hardening-no-pie
# Services that run are restarted and no others started, which deb-systemd-invoke does not do for those of people.
guildhall: maintainer-script-calls-systemctl
`;

/** Which findings of lintian are meant, and why. */
export function lintianOverrides() {
  return EXPLAINED_OVERRIDES;
}

/** The changelog in the form of Debian; what has changed is in the project's own. */
export function changelogText({ version, date }) {
  const day = date.toUTCString().replace('GMT', '+0000');
  const name = debianVersion(version);
  return `guildhall (${name}) unstable; urgency=medium

  * Release ${name}; CHANGELOG.md.gz in this folder lists what has changed.

 -- ${MAINTAINER}  ${day}
`;
}

/** The licenses, in Debian's machine-readable form. Those of bundled packages are in a file of their own. */
export function copyrightText() {
  const license = readFileSync(`${ROOT}LICENSE`, 'utf8');
  const [, holder] = /^Copyright \(c\) (.+)$/m.exec(license) ?? [];
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: guildhall
Comment: The licenses of the packages in usr/lib/guildhall/dist/bundle are in THIRD-PARTY.txt.gz in this folder, the
 others beside the files. NODE-LICENSE.gz has those of the libraries in Node.js.

Files: *
Copyright: ${holder}
License: Expat
${indent(license.slice(license.indexOf('Permission')))}

Files: usr/lib/guildhall/bin/node
Copyright: Node.js contributors
License: Expat

Files: usr/lib/guildhall/node_modules/sqlite3/*
Copyright: MapBox
License: BSD-3-clause
 See usr/lib/guildhall/node_modules/sqlite3/LICENSE.

Files: usr/lib/guildhall/node_modules/naudiodon/*
Copyright: Streampunk Media Ltd.
License: Apache-2.0
 On Debian systems the license is in /usr/share/common-licenses/Apache-2.0.

Files: usr/lib/guildhall/prebuilds/*/libportaudio.so.2
Copyright: Ross Bencina and Phil Burk
License: Expat

Files: usr/lib/guildhall/node_modules/uiohook-napi/*
Copyright: SnosMe, Alexander Barker
License: Expat and LGPL-3+
 The library libuiohook in the native module is under the GNU Lesser General Public License, version 3 or later, which is
 in /usr/share/common-licenses/LGPL-3 on Debian systems.

Files: usr/lib/guildhall/node_modules/node-hid/*
Copyright: Hans Hübner, Alan Ott
License: BSD-3-clause
 See usr/lib/guildhall/node_modules/node-hid/LICENSE-bsd.txt.

Files: usr/lib/guildhall/node_modules/opusscript/*
Copyright: Abalabahaha, Xiph.Org
License: Expat and BSD-3-clause
 See usr/lib/guildhall/node_modules/opusscript/LICENSE and build/COPYING.libopus beside it.
`;
}

/** Lines of a field: indented, with a dot for an empty one. */
function indent(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ` ${line === '' ? '.' : line}`)
    .join('\n');
}
