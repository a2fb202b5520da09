import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, realpath, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import type { NativeProgramSignature } from '#guildhall/platform/native/program-signer.js';
import { SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { SystemPeerProcesses } from '#guildhall/platform/processes/peer-processes.js';
import { describeHolder, findPortHolder } from '#guildhall/platform/processes/port-holder.js';
import { readArguments } from '#guildhall/platform/processes/process-arguments.js';
import {
  describeProcess,
  findScriptArgument,
  withSigner,
} from '#guildhall/platform/processes/process-description.js';
import { identifyProcess, isRunning } from '#guildhall/platform/processes/process-identity.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { realTest } from '../../hardware/support/programs.js';
import { eventually } from '../../helpers/eventually.js';
import { notInWine, onlyLinux } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

/** Without root a mount namespace needs a user namespace. */
const linux = { skip: onlyLinux('arguments are read from /proc') };
const UNSHARE = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];

realTest(
  ['unshare', 'sleep'],
  'a program in a sandbox is shown as such: its file may have any path there',
  async () => {
    const path = await realpath('/usr/bin/sleep').catch(() => realpath('/bin/sleep'));
    const child = spawn('unshare', [...UNSHARE, path, '60'], { stdio: 'ignore' });
    try {
      const found = await eventually(async () => {
        const described = await describeProcess(String(child.pid));
        return described?.path.startsWith(path) === true ? described : undefined;
      });
      assert.deepEqual(found, {
        pid: child.pid,
        name: `${basename(path)} (in a sandbox)`,
        path: `${path} (in a sandbox with files of its own)`,
      });
    } finally {
      child.kill('SIGKILL');
    }
  },
);

realTest(['sleep'], 'a connection that several programs have is shown with all of them', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrival = once(server, 'connection') as Promise<[Socket]>;
  const own = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = await arrival;
  const child = spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', own] });
  try {
    const peers = new SystemPeerProcesses(SystemPeerCredentials.load(), systemClock);
    const found = (await peers.find(accepted)) ?? '';
    assert.deepEqual(
      new Set(found.split(',')),
      new Set([process.pid, child.pid].map((pid) => identifyProcess(pid ?? 0))),
    );
    const described = await describeProcess(found);
    assert.equal(described?.name, 'several programs');
    assert.match(described.path, /^several programs hold this connection: .*\/sleep/);
    assert.ok(described.path.includes(await realpath(process.execPath)));
  } finally {
    child.kill('SIGKILL');
    own.destroy();
    accepted.destroy();
    server.close();
  }
});

/** A process that runs and whose program this user may not see, or that has none, as threads of the kernel; null: there is none. */
async function findHidden(): Promise<string | null> {
  for (const pid of await readdir('/proc')) {
    const isHidden = /^\d+$/.test(pid) && (await readlink(`/proc/${pid}/exe`).catch(() => null)) === null;
    const identity = isHidden ? identifyProcess(Number(pid)) : null;
    if (identity !== null && isRunning(identity)) return identity;
  }
  return null;
}

test(
  'a program that hides what it is is said to be among those that have a connection',
  linux,
  async (context) => {
    const hidden = await findHidden();
    if (hidden === null) return context.skip('all programs of this machine can be seen');
    const own = identifyProcess(process.pid) ?? assert.fail('this process is not known');
    const described = await describeProcess(`${hidden},${own}`);
    assert.equal(described?.name, 'several programs');
    assert.match(
      described.path,
      /^several programs hold this connection: one that does not show what it is, \//,
    );
    assert.equal(await describeProcess(hidden), null);
  },
);

test('an interpreter is shown with the script that it says it runs', linux, async () => {
  const described = await describeProcess(String(process.pid));
  assert.ok(described?.path.startsWith(`${await realpath(process.execPath)}, which says it runs "`));
  // Connections of one program in several processes are of one program.
  assert.deepEqual(await describeProcess(`${process.pid},${process.pid}`), described);
  assert.deepEqual(await describeProcess(identifyProcess(process.pid) ?? ''), described);
  assert.equal(await describeProcess(`${process.pid}@1`), null, 'an earlier process with this id');
});

test('the description of an interpreter shows its script or package, never inline code', () => {
  const rows: [string[], string | null][] = [
    [['bot.js', '--token', 'secret'], 'bot.js'],
    [['--enable-source-maps', '-r', 'ts-node/register', 'bot.ts'], 'bot.ts'],
    [['-m', 'overlay.main'], 'overlay.main'],
    [['-Xmx1g', '-jar', 'game.jar'], 'game.jar'],
    [['-cp', 'a.jar:b.jar', 'org.game.Main'], 'org.game.Main'],
    [['-e', 'connect("secret")'], null],
    [['-c', 'import overlay', 'x'], null],
    [[], null],
  ];
  for (const [args, script] of rows) assert.equal(findScriptArgument(args), script, args.join(' '));
});

test('the program that listens on a port is found', {
  skip: notInWine('a socket that listens has no owner'),
}, async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const holder = await findPortHolder(port);
    assert.equal(holder?.process?.pid, process.pid);
    // Where the system tells it by itself, as Windows does.
    const binding = { findTcpListener: async (asked: number) => (asked === port ? process.pid : 0) };
    assert.deepEqual(await findPortHolder(port, { binding }), { process: holder.process, uid: null });
  } finally {
    server.close();
  }
});

test('a signed program is shown with its signer, and one that was changed as such', async () => {
  const program = { pid: 7, name: 'game.exe', path: 'C:\\Games\\game.exe' };
  const read = async (signature: Partial<NativeProgramSignature> | null) => {
    const clock = new ManualClock();
    const binding = {
      read: (path: string) => {
        assert.equal(path, program.path);
        if (signature === null) return new Promise<never>(() => {});
        return Promise.resolve({ status: 'none' as const, signer: '', ...signature });
      },
    };
    const described = withSigner(program, clock, { binding });
    if (signature === null) await clock.advance(3000);
    return (await described).path;
  };
  const signed = await read({ status: 'valid', signer: 'Dice "Games" Ltd' });
  assert.equal(signed, 'C:\\Games\\game.exe, signed by "Dice \\"Games\\" Ltd"');
  assert.match(await read({ status: 'invalid' }), /^C:\\Games\\game\.exe, whose signature is invalid/);
  assert.equal(await read({}), program.path);
  assert.equal(await read(null), program.path, 'a file that takes long');
  const several = { ...program, path: 'several programs hold this connection: …' };
  assert.equal(await withSigner(several, new ManualClock()), several);
  const binding = { read: () => assert.fail('asked about a text') };
  assert.equal(await withSigner(several, new ManualClock(), { binding }), several);
});
test('a daemon that has a port is named with its home, if the file there names it', linux, () =>
  withTemporaryFolder(async (folder) => {
    const args = ['--eval', 'setInterval(() => {}, 1000)', '--', 'start', '--home', 'own'];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
    const { pid = 0 } = child;
    const described = () => describeHolder({ pid, name: 'node', path: process.execPath });
    const home = join(folder, 'own');
    try {
      await eventually(async () => (await readArguments(pid)).includes('--home'));
      assert.equal(await described(), `node (pid ${pid})`);
      await mkdir(home);
      await writeFile(join(home, 'runtime.json'), JSON.stringify({ pid }));
      assert.equal(await described(), `node (pid ${pid}, home ${await realpath(home)})`);
      await writeFile(join(home, 'runtime.json'), JSON.stringify({ pid: pid + 1 }));
      assert.equal(await described(), `node (pid ${pid})`);
    } finally {
      child.kill('SIGKILL');
    }
  }),
);
