import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ControlClient } from '#guildhall/control/control-client.js';
import { findOwnerProblem } from '#guildhall/control/doctor/home-owner.js';
import { login } from '#guildhall/control/operations/accounts.js';
import { ControlSocket } from '#guildhall/control/server/control-socket.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { eventually } from '../helpers/eventually.js';
import { endProcess, OTHER_UID, otherUserTest, startAs } from '../helpers/other-user.js';
import { patience } from '../helpers/patience.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as root. */
function runAsRoot(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { timeout: patience(6) }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The commands that write to a home. */
const WRITING = [
  ['start', '--no-open', '--api-port', '0', '--console-port', '0'],
  ['api', '--api-port', '0'],
  ['backup', 'new.tar'],
  ['restore', 'old.tar'],
  ['console', '--sign-out'],
];

otherUserTest('root is refused by every command that writes to a home of somebody else', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const files = ['account.json', 'console-sessions.json', 'store.db'];
    for (const name of files) await writeFile(join(home, name), '{}', { mode: 0o600 });
    for (const path of [home, ...files.map((name) => join(home, name))])
      await chown(path, OTHER_UID, OTHER_UID);
    await writeFile(join(folder, 'old.tar'), '');
    for (const [command = '', ...args] of WRITING) {
      const paths = args.map((arg) => (arg.endsWith('.tar') ? join(folder, arg) : arg));
      const { code, stdout, stderr } = await runAsRoot([command, ...paths, '--home', home]);
      assert.equal(code, 1, `${command}: ${stdout}${stderr}`);
      assert.match(stderr, /^error: the home \S+ belongs to nobody \(uid 65534\)\n/, command);
      assert.match(
        stderr,
        new RegExp(`Run: sudo -u nobody guildhall ${command}\\b.* --home ${home}\\n$`),
        command,
      );
    }
    assert.deepEqual((await readdir(home)).sort(), files, 'nothing was written');
    for (const name of files) assert.equal((await lstat(join(home, name))).uid, OTHER_UID);
  }),
);

otherUserTest(
  'commands that read a home refuse that of somebody else, and doctor continues with what needs none of its files',
  () =>
    withTemporaryFolder(async (folder) => {
      const [home, bundle] = [join(folder, 'home'), join(folder, 'bundle.json')];
      await mkdir(home, { mode: 0o700 });
      for (const name of ['config.toml', 'guildhall.log', 'account.json'])
        await writeFile(join(home, name), 'no = [', { mode: 0o644 });
      await chown(home, OTHER_UID, OTHER_UID);
      for (const args of [['logs'], ['logs', '--follow'], ['support-bundle', bundle]]) {
        const { exitCode, errors, output } = await runCommand([...args, '--home', home]);
        assert.equal(exitCode, 1, output);
        assert.match(errors, /^error: the home \S+ belongs to nobody \(uid 65534\)\n/);
      }
      await assert.rejects(lstat(bundle), { code: 'ENOENT' });
      const { output } = await runCommand(['doctor', '--json', '--home', home]);
      const { findings } = JSON.parse(output) as { findings: { check: string; code: string | null }[] };
      const own = findings.filter(({ check }) => check === 'home').map(({ code }) => code);
      assert.deepEqual(own, ['home_of_another_user']);
      const checks = new Set(findings.map(({ check }) => check));
      assert.ok(['node', 'native addon', 'disk', 'clock', 'libraries'].every((name) => checks.has(name)));
      assert.ok(
        ['configuration', 'home lock', 'store', 'saved files', 'crashes'].every((name) => !checks.has(name)),
      );
    }),
);

otherUserTest('status names the owner of a home of somebody else', () =>
  withTemporaryFolder(async (folder) => {
    await chmod(folder, 0o755);
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await writeFile(join(home, 'guildhall.log'), '', { mode: 0o600 });
    const socket = await ControlSocket.listen(homeFiles(home), allowAnyPeer, (_, response) => response.end());
    try {
      const other = [`--reuid=${OTHER_UID}`, '--clear-groups'];
      const readsAll = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
      const args = [...other, ...readsAll, process.execPath, MAIN, 'status', '--home', home];
      const { stderr } = await promisify(execFile)('setpriv', args, { timeout: patience(6) }).catch(
        (error: Ended) => error,
      );
      assert.equal(
        stderr,
        `error: the home ${home} belongs to root (uid 0)\nMake it yours with everything in it, or choose another home with --home. Run: sudo chown -R "$(id -u)" ${home}\n`,
      );
    } finally {
      await socket.stop();
    }
  }),
);

otherUserTest('root creates no home in a folder of somebody else', () =>
  withTemporaryFolder(async (folder) => {
    const parent = join(folder, 'theirs');
    await mkdir(parent, { mode: 0o755 });
    await chown(parent, OTHER_UID, OTHER_UID);
    const home = join(parent, 'share', 'guildhall');
    const { code, stderr } = await runAsRoot(['api', '--api-port', '0', '--home', home]);
    assert.equal(code, 1);
    assert.match(stderr, /leads through \S+\/theirs, which belongs to nobody/);
    assert.deepEqual(await readdir(parent), []);
  }),
);

otherUserTest('root is refused a home of its own to which folders or links of somebody else lead', () =>
  withTemporaryFolder(async (folder) => {
    const [own, theirs] = [join(folder, 'own'), join(folder, 'theirs')];
    for (const path of [own, theirs, join(theirs, 'home')]) await mkdir(path, { mode: 0o700 });
    await chown(theirs, OTHER_UID, OTHER_UID);
    const links = ['link', 'theirs/link', 'to-theirs', 'to-link'].map((name) => join(folder, name));
    const targets = [own, own, 'theirs/link', 'link'];
    for (const [index, link] of links.entries()) await symlink(targets[index] ?? '', link);
    await lchown(join(folder, 'link'), OTHER_UID, OTHER_UID);
    const user = { uid: 0, command: ['start'] };
    for (const home of [join(theirs, 'home'), ...links, ...links.map((link) => join(link, 'new'))])
      assert.equal((await findOwnerProblem(home, user))?.code, 'home_of_another_user', home);
    await lchown(join(folder, 'link'), 0, 0);
    for (const home of [own, join(folder, 'link'), join(folder, 'to-link', 'new')])
      assert.equal(await findOwnerProblem(home, user), null, home);
  }),
);

test('others are refused a home of somebody else, and one in the folder of a user other than root', () =>
  withTemporaryFolder(async (folder) => {
    const uid = (await lstat(folder)).uid;
    const user = (id: number | null) => ({ uid: id, command: ['start'] });
    assert.equal(await findOwnerProblem(folder, user(uid)), null);
    assert.equal(await findOwnerProblem(folder, user(null)), null);
    const below = await findOwnerProblem(join(folder, 'new'), user(1234));
    assert.equal(below?.code, uid === 0 ? undefined : 'home_of_another_user');
    const found = await findOwnerProblem(folder, user(1234));
    assert.equal(found?.code, 'home_of_another_user');
    assert.deepEqual([found?.hint, found?.command], ['Choose a home of your own with --home.', null]);
    await writeFile(join(folder, 'daemon.lock'), '');
    const { command } = (await findOwnerProblem(folder, user(1234))) ?? {};
    if (uid === 0) assert.match(command ?? '', /^sudo chown -R/);
    else assert.equal(command, null, 'only root leaves a home by accident');
  }));

const EAVESDROPPER = `
  const { chmodSync } = require('node:fs');
  const [, path] = process.argv;
  require('node:net').createServer((socket) => socket.on('data', (data) => console.log(String(data)))).listen(path, () => {
    chmodSync(path, 0o777);
    console.log('up');
  });
`;

/** The control socket of a home, served by another user, who prints what arrives. */
async function withEavesdropper(home: string, run: (received: () => string) => Promise<void>): Promise<void> {
  const { child } = await startAs(OTHER_UID, EAVESDROPPER, homeFiles(home).controlSocket);
  let received = '';
  child.stdout?.on('data', (data) => {
    received += String(data);
  });
  try {
    await run(() => received);
  } finally {
    await endProcess(child);
  }
}

otherUserTest('nothing is sent to a control socket that somebody else may have put there', () =>
  withTemporaryFolder(async (folder) => {
    await chmod(folder, 0o755);
    const [own, theirs] = [join(folder, 'own'), join(folder, 'theirs')];
    for (const home of [own, theirs]) await mkdir(home);
    await chmod(own, 0o777);
    await chown(theirs, OTHER_UID, OTHER_UID);
    for (const [home, message] of [
      [own, /^the control socket of \S+ is served by the user 65534, not by the owner of the home$/],
      [theirs, /^the home \S+ belongs to nobody/],
    ] as const) {
      await withEavesdropper(home, async (received) => {
        const call = new ControlClient(homeFiles(home)).call(login, {}, { token: 'secret' });
        await assert.rejects(call, { message });
        // A program that may connect comes after whatever was sent.
        const marker = connect(homeFiles(home).controlSocket).end('marker');
        await eventually(() => received().includes('marker'));
        marker.destroy();
        assert.equal(received().trim(), 'marker');
      });
    }
  }),
);

otherUserTest('root may use the daemon of another user in a home that only root can have made', async () => {
  const folder = await mkdtemp('/run/guildhall-test-');
  try {
    await chmod(folder, 0o755);
    const home = join(folder, 'home');
    await mkdir(home);
    await chown(home, OTHER_UID, OTHER_UID);
    const ask = () => new ControlClient(homeFiles(home)).call(login, {}, { token: 'secret' }).catch(() => {});
    await withEavesdropper(home, async (received) => {
      void ask();
      await eventually(() => received().includes('secret'));
      await chmod(folder, 0o1777);
      await assert.rejects(
        new ControlClient(homeFiles(home)).call(login, {}, { token: '' }),
        /belongs to nobody/,
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

otherUserTest('folders and links of somebody else lead nobody to a home', () =>
  withTemporaryFolder(async (folder) => {
    const [uid, user] = [1_234, { uid: 1_234, command: ['start'] }];
    const [own, theirs] = [join(folder, 'own'), join(folder, 'theirs')];
    for (const path of [own, theirs, join(theirs, 'home')]) await mkdir(path);
    for (const path of [own, join(theirs, 'home')]) await chown(path, uid, uid);
    await chown(theirs, OTHER_UID, OTHER_UID);
    await symlink(own, join(folder, 'link'));
    await lchown(join(folder, 'link'), OTHER_UID, OTHER_UID);
    for (const home of [join(theirs, 'home'), join(folder, 'link'), join(folder, 'link', 'new')]) {
      const found = await findOwnerProblem(home, user);
      assert.match(
        found?.message ?? '',
        /^the path of the home \S+ leads through \S+, which belongs to nobody/,
      );
      assert.equal(found?.hint, 'Choose a home of your own with --home.');
    }
    await lchown(join(folder, 'link'), uid, uid);
    assert.equal(await findOwnerProblem(join(folder, 'link', 'new'), user), null);
  }),
);
