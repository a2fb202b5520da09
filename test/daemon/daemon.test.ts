import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homeFiles } from '#guildhall/platform/home.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';
import { onlyPosix } from '../helpers/only-on.js';
import type { Person } from '../helpers/service.js';

const posix = { skip: onlyPosix('others can read it by its mode') };

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** Runs `guildhall start` that is expected to end by itself. */
function start(...flags: string[]): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, 'start', ...flags], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

test(
  'runtime.json has all addresses, and is removed at shutdown with exit code 0',
  withDaemon(async (daemon) => {
    const path = join(daemon.home, 'runtime.json');
    const { pid, rpc, api, console: page, started_at, version } = daemon.runtime;
    assert.equal(pid, daemon.process.pid);
    assert.deepEqual(Object.keys(daemon.runtime), [
      'pid',
      'version',
      'rpc',
      'ipc',
      'api',
      'console',
      'started_at',
    ]);
    assert.equal(rpc.host, '127.0.0.1');
    assert.match(version, /^\d+\.\d+\.\d+/);
    // The clock of files is a little behind.
    const [before, after] = [await stat(join(daemon.home, 'daemon.lock')), await stat(path)];
    const startedAt = Date.parse(started_at);
    assert.ok(startedAt > before.mtimeMs - 1000 && startedAt < after.mtimeMs + 1000, started_at);
    assert.equal((await fetch(`http://127.0.0.1:${rpc.port}/`)).status, 404);
    assert.equal((await fetch(`${api.url}/gateway`)).status, 200);
    // To the origin of this run, a name that not every system resolves.
    assert.equal((await fetch(page.url, { redirect: 'manual' })).status, 302);
    await assertPrivate(path);
    await assertPrivate(daemon.home);
    await assertPrivate(homeFiles(daemon.home).controlSocket);
    for (const address of [`127.0.0.1:${rpc.port}`, api.url, page.url]) {
      assert.ok(daemon.stdout.includes(address), `${address} is not in ${daemon.stdout}`);
    }
    assert.equal(await daemon.end('SIGTERM'), 0);
    assert.equal(existsSync(path), false);
    assert.equal(daemon.stderr, '');
  }),
);

test(
  'SIGINT and `guildhall stop` shut the daemon down',
  withDaemon(async (daemon) => {
    assert.equal(await daemon.end('SIGINT'), 0);
    const second = await TestDaemon.start({ home: daemon.home });
    await second.cli('stop');
    assert.equal(await second.end('SIGCONT'), 0);
  }),
);

test(
  'a second daemon on the same home is refused with a clear message',
  withDaemon(async (daemon) => {
    const { code, stderr } = await start('--home', daemon.home, '--no-open');
    assert.equal(code, 1);
    assert.match(stderr, /^error: a daemon or guildhall api is already running on this home\n/);
    assert.ok(stderr.includes(`Stop it with \`guildhall stop --home ${daemon.home}\``), stderr);
    assert.ok(stderr.includes(`\`guildhall doctor --home ${daemon.home}\``), stderr);
    assert.equal((await daemon.cli<{ pid: number }>('status')).pid, daemon.runtime.pid);
  }),
);

test(
  'the local account is created once, survives restarts, and is signed in at the start',
  withDaemon(async (daemon) => {
    const person = await daemon.cli<Person>('whoami');
    assert.match(person.discriminator, /^\d{4}$/);
    await daemon.end('SIGKILL');
    const second = await TestDaemon.start({ home: daemon.home });
    try {
      assert.deepEqual(await second.cli('whoami'), person);
      const users = await second.cli<{ id: string }[]>('users', 'list');
      assert.deepEqual(
        users.map(({ id }) => id),
        [person.id],
      );
      await assertPrivate(join(daemon.home, 'account.json'));
    } finally {
      await second.stop();
    }
  }),
);

test('a non-empty home that others can read is refused and left unchanged', posix, async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-open-'));
  try {
    await writeFile(join(home, 'account.json'), 'private', { mode: 0o600 });
    await writeFile(join(home, 'guildhall.log'), '', { mode: 0o600 });
    await chmod(home, 0o755);
    const { code, stderr } = await start('--home', home, '--no-open');
    assert.equal(code, 1);
    assert.match(stderr, /^error: the home .* is readable by other users\nMake it private\. Run: chmod 700 /);
    assert.equal((await stat(home)).mode & 0o777, 0o755);
    assert.equal(await readFile(join(home, 'account.json'), 'utf8'), 'private');
  } finally {
    await rm(home, { recursive: true });
  }
});

test(
  'start fails with exit code 1 if all RPC ports are in use',
  withDaemon(async (daemon) => {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-full-'));
    try {
      const { port } = daemon.runtime.rpc;
      const flags = [
        '--home',
        home,
        '--rpc-ports',
        `${port}-${port}`,
        '--api-port',
        '0',
        '--console-port',
        '0',
      ];
      const { code, stderr } = await start(...flags, '--no-open');
      assert.equal(code, 1);
      const { pid } = daemon.runtime;
      const holder = process.platform === 'linux' ? ` by \\S+ \\(pid ${pid}, home \\S+\\)\n` : '';
      assert.match(stderr, new RegExp(`^error: port ${port} is in use${holder}`));
      assert.match(stderr, /Applications look only at 6463 to 6472/);
    } finally {
      await rm(home, { recursive: true });
    }
  }),
);
