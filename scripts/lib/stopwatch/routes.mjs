import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run } from '../run.mjs';
import { addNode, runInside } from './fresh-root.mjs';

const PROGRAM = fileURLToPath(new URL('first-reply.mjs', import.meta.url));
/** What the README asks for before a checkout is started. */
const TOOLCHAIN = ['git', 'g++', 'make', 'python3', 'ca-certificates', 'libasound2'];
/** What every package depends on. */
const LIBRARIES = ['libasound2', 'libstdc++6'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const HINT = 'Is the disk full?';
const NODE_OF_PACKAGE = '/usr/lib/guildhall/bin/node';

/**
 * The ways from nothing to a daemon that serves. `prepare` is not measured. `run` gives seconds, once for each measurement.
 */
export const ROUTES = [
  {
    name: 'Debian package',
    packages: LIBRARIES,
    prepare: addPackages,
    run: (root) => [measure(root, ['dpkg --install /packages/*.deb', 'guildhall'], NODE_OF_PACKAGE)],
  },
  {
    name: 'package of npm',
    packages: LIBRARIES,
    prepare(root) {
      addNode(root);
      return addPackages(root);
    },
    run: (root) => [
      measure(root, ['npm install --global --offline --no-audit /packages/*.tgz', 'guildhall']),
    ],
  },
  {
    name: 'git clone',
    packages: TOOLCHAIN,
    prepare(root) {
      addNode(root);
      run('git', ['clone', '--quiet', '--bare', ROOT, join(root, 'source.git')], HINT);
      // Certificates that this machine trusts, too.
      cpSync(CERTIFICATES, `${root}${CERTIFICATES}`);
    },
    // The second clone finds native modules that the first one has compiled.
    run: (root) => ['first', 'second'].map((name) => measureClone(root, name)),
  },
];

async function addPackages(root) {
  const output = mkdtempSync(join(tmpdir(), 'guildhall-packages-'));
  try {
    // It uses what is built.
    const { makePackages } = await import('../package/make-packages.mjs');
    await makePackages({ output, isAsBuilt: true });
    mkdirSync(join(root, 'packages'));
    for (const name of readdirSync(output).filter((each) => /\.(?:deb|tgz)$/.test(each)))
      cpSync(join(output, name), join(root, 'packages', name));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} commands what installs, and the command that starts the CLI */
function measure(root, [install, cli], node = '/usr/local/bin/node') {
  return measureReply(root, { node, install, start: `${cli} start --no-open`, cli });
}

function measureClone(root, name) {
  const folder = `/srv/${name}`;
  const install = `git clone --quiet /source.git ${folder}`;
  const cli = `node ${folder}/dist/cli/main.js`;
  const start = `cd ${folder} && npm start -- --no-open`;
  return measureReply(root, { node: '/usr/local/bin/node', install, start, cli }, npmSettings());
}

function measureReply(root, { node, install, start, cli }, environment = {}) {
  cpSync(PROGRAM, join(root, 'first-reply.mjs'));
  rmSync(join(root, 'root/.local'), { recursive: true, force: true });
  const commands = `${install} >&2 && exec ${node} /first-reply.mjs "$@"`;
  const started = performance.now();
  // The time from the reply to the end of the processes does not count.
  const output = runInside(root, 'sh', ['-c', commands, 'sh', start, cli], environment);
  const { afterReplyMs } = JSON.parse(output);
  return (performance.now() - started - afterReplyMs) / 1000;
}

/** Where this machine's npm takes packages from, and which certificates it trusts. */
function npmSettings() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
  const proxies = Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name),
  );
  return {
    ...Object.fromEntries(proxies),
    npm_config_registry: stdout.trim(),
    npm_config_nodedir: '/usr/local',
  };
}
