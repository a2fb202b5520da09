import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.mjs';
import { debianRoot } from '../debian-root.mjs';
import { debianSources } from '../lab/debian.mjs';
import { listRuntimePackages } from '../locked-packages.mjs';
import { nodeHeaders } from '../node-headers.mjs';
import { has, ROOT } from '../run.mjs';
import { runTogether } from '../run-together.mjs';

/** Debian 11, with glibc 2.31 and GCC 10: the oldest release that Debian's mirrors have. */
const RELEASE = 'bullseye';
/** A compiler, and the headers that uiohook-napi needs. */
const PACKAGES = ['g++', 'make', 'python3', 'libx11-dev', 'libxrandr-dev', 'libxt-dev', 'libxtst-dev'];
const HINT =
  'Native modules could not be compiled in an old Debian. For this system only: npm run package -- --as-built';

/** Compiles what is in a folder, by the Node.js of another one. */
const COMPILE =
  'cd "$1" && PATH="$2:$PATH" exec node "$2/node_modules/node-gyp/bin/node-gyp.js" rebuild --loglevel=warn --nodedir="$2/headers" --jobs=max';
/** Settings of this machine, such as npm's, are for this machine. */
const ENVIRONMENT = ['env', '--ignore-environment', 'HOME=/tmp', 'PATH=/usr/bin:/bin'];

/** Each thing that is compiled, and its folder below the project's. */
const COMPILED = [
  { name: 'sqlite3', folder: 'node_modules/sqlite3' },
  { name: 'naudiodon', folder: 'node_modules/naudiodon' },
  { name: 'uiohook-napi', folder: 'node_modules/uiohook-napi' },
  { name: 'the native addon', folder: '.' },
];

/** Why native modules cannot be compiled in an old Debian here; null if they can. */
export function whyNoOldDebian() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'that needs Linux and root';
  if (!has('mmdebstrap') || !has('apt-get'))
    return 'mmdebstrap is missing; on Debian: apt install mmdebstrap';
  return null;
}

/**
 * Compiles all native modules in an old Debian, so that they need no newer C library than it has.
 *
 * @template T
 * @param {(root: string) => T} use is called with a copy of the project, with what was compiled in it
 * @returns {Promise<T>}
 */
export async function compileInOldDebian(use) {
  const root = debianRoot({
    cache: cacheFolder('guildhall-package'),
    release: RELEASE,
    source: source(),
    packages: PACKAGES,
    purpose: `a Debian ${RELEASE} to compile in, which takes a minute`,
    hint: HINT,
  });
  const work = mkdtempSync(join(root, 'tmp', 'guildhall-'));
  try {
    copySources(work);
    const inside = work.slice(root.length);
    await runTogether(
      `compiling in Debian ${RELEASE}`,
      COMPILED.map(({ name, folder }) => ({
        name,
        command: 'chroot',
        args: [root, ...ENVIRONMENT, 'sh', '-c', COMPILE, 'sh', join(inside, folder), inside],
        hint: HINT,
      })),
    );
    return use(`${work}/`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Where this machine's apt has its release from, the old one is, too. */
function source() {
  const [line] = debianSources()
    .split('\n')
    .filter((each) => each.endsWith(' main'));
  return line.replace(/ \S+ main$/, ` ${RELEASE} main`);
}

function copySources(work) {
  copyFileSync(process.execPath, join(work, 'node'));
  cpSync(nodeHeaders(), join(work, 'headers/include/node'), { recursive: true });
  for (const path of ['package.json', 'binding.gyp', 'native'])
    cpSync(`${ROOT}${path}`, join(work, path), { recursive: true });
  const isSource = (path) => !/\/node_modules\/[^/]+\/build$/.test(path);
  for (const path of listRuntimePackages(ROOT))
    cpSync(`${ROOT}${path}`, join(work, path), { recursive: true, filter: isSource });
}
