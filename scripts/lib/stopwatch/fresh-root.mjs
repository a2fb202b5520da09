import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../cache-folder.mjs';
import { debianRoot } from '../debian-root.mjs';
import { debianRelease, debianSources } from '../lab/debian.mjs';
import { nodeHeaders } from '../node-headers.mjs';
import { has, run, StepError } from '../run.mjs';

const HINT = 'A fresh Debian could not be made; what its tools say is above.';

/** Why no fresh root can be made here; null if one can. */
export function whyNoFreshRoot() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'it needs Linux and root';
  const missing = ['mmdebstrap', 'unshare', 'git'].filter((program) => !has(program));
  return missing.length === 0 ? null : `${missing.join(', ')} missing`;
}

/**
 * Gives a Debian as it is after its installation, with packages and nothing of this project. It is removed afterwards.
 *
 * @template T
 * @param {readonly string[]} packages
 * @param {(root: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withFreshRoot(packages, use) {
  const base = debianRoot({
    cache: cacheFolder('guildhall-stopwatch'),
    release: debianRelease(),
    source: debianSources().split('\n')[0],
    packages,
    purpose: `a fresh Debian with ${packages.join(', ')}`,
    hint: HINT,
  });
  const root = mkdtempSync(join(tmpdir(), 'guildhall-stopwatch-'));
  try {
    run('cp', ['--archive', '--reflink=auto', `${base}/.`, root], HINT);
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Adds this Node.js with npm and its headers, as an installation of Node.js has them. */
export function addNode(root) {
  const npm = spawnSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).stdout.trim();
  const folder = dirname(dirname(npm));
  mkdirSync(`${root}/usr/local/include`, { recursive: true });
  cpSync(process.execPath, `${root}/usr/local/bin/node`);
  cpSync(folder, `${root}/usr/local/lib/node_modules/npm`, { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', `${root}/usr/local/bin/npm`);
  cpSync(nodeHeaders(), `${root}/usr/local/include/node`, { recursive: true });
}

/**
 * Runs a program in a root, with processes of its own that end with it.
 *
 * @returns {string} what it prints
 */
export function runInside(root, command, args, env = {}) {
  const script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
  const flags = [
    '--pdeathsig',
    'KILL',
    'unshare',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    script,
    root,
    command,
    ...args,
  ];
  const { status, stdout, stderr } = spawnSync('setpriv', flags, {
    encoding: 'utf8',
    env: { HOME: '/root', PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new StepError(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
