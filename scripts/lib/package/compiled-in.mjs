import { readFileSync } from 'node:fs';
import { ROOT, StepError } from '../run.mjs';

/**
 * Node.js, which is in the packages for Debian and Windows, and the libraries in native modules, as components of CycloneDX.
 *
 * @param {readonly { name: string, version: string }[]} libraries others in the package, which have the license of Opus
 */
export function compiledIn(libraries) {
  return [
    toComponent('node', process.versions.node, 'MIT', 'not in the npm package'),
    toComponent('sqlite', sqliteVersion(), 'blessing', 'in node_sqlite3.node'),
    toComponent('portaudio', portAudioVersion(), 'MIT', 'loaded by naudiodon.node'),
    toComponent('hidapi', read('node-hid/hidapi/VERSION').trim(), 'BSD-3-Clause', 'in node-hid'),
    toComponent('libuiohook', 'unknown', 'LGPL-3.0-or-later', 'in uiohook-napi.node'),
    ...libraries.map(({ name, version }) => toComponent(name, version, 'BSD-3-Clause', `${name}.dll`)),
  ];
}

function toComponent(name, version, license, place) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    description: place,
    purl: `pkg:generic/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  };
}

/** The version as sqlite3 names it: 3520000 is 3.52.0. */
function sqliteVersion() {
  const digits = find('sqlite3/deps/common-sqlite.gypi', /'sqlite_version%':'(\d{7})'/);
  return [digits.slice(0, 1), digits.slice(1, 3), digits.slice(3, 5)].map(Number).join('.');
}

function portAudioVersion() {
  return find('naudiodon/portaudio/bin/libportaudio.so.2', /PortAudio V([\w.-]+)/);
}

function find(path, pattern) {
  const [, found] = pattern.exec(read(path)) ?? [];
  if (found === undefined) throw new StepError(`node_modules/${path} does not say its version`);
  return found;
}

function read(path) {
  return readFileSync(`${ROOT}node_modules/${path}`, 'latin1');
}
