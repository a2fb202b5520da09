import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { portFlags } from '../helpers/free-port.js';
import { onlyPosix } from '../helpers/only-on.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';

/** NODE_OPTIONS of this process, and a module that is loaded first. */
const preload = (name: string) =>
  `${process.env.NODE_OPTIONS ?? ''} --import=${new URL(`./support/${name}.js`, import.meta.url).href}`;
const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

const posix = { skip: onlyPosix('there are no signals on Windows') };

for (const kind of ['exception', 'rejection']) {
  test(
    `an unhandled ${kind} shuts the daemon down with exit code 70 and a report`,
    posix,
    withDaemon(
      async (daemon) => {
        const client = await registerGame(daemon).then((game) =>
          RawRpcClient.connect({ port: daemon.runtime.rpc.port, clientId: game.id, origin: GAME_ORIGIN }),
        );
        assert.equal(await daemon.end('SIGUSR2'), 70);
        assert.equal((await client.closed).code, 1001, 'the end was not in order');
        const names = await readdir(daemon.home);
        assert.ok(!names.includes('runtime.json'));
        const reports = names.filter((name) => name.startsWith('crash-'));
        assert.equal(reports.length, 1);
        const path = join(daemon.home, reports[0] ?? '');
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        const report = JSON.parse(await readFile(path, 'utf8'));
        assert.equal(report.version, daemon.runtime.version);
        assert.equal(report.error.name, 'RangeError');
        assert.match(report.error.stack, /injected fault/);
        const fatal = await eventually(() =>
          daemon.stdout.split('\n').find((line) => line.includes('"level":60')),
        );
        assert.equal(JSON.parse(fatal).err.message, 'injected fault');
      },
      { environment: { NODE_OPTIONS: preload('fault-on-signal'), GUILDHALL_TEST_FAULT: kind } },
    ),
  );
}

test('npm start restarts a crashed daemon, but not one that was stopped', posix, async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-faults-'));
  const ports = await portFlags();
  const environment = { ...process.env, NODE_OPTIONS: preload('fault-on-signal') };
  const script = spawn(process.execPath, [START, '--home', home, '--no-open', ...ports], {
    env: environment,
  });
  let output = '';
  for (const stream of [script.stdout, script.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const serving = (times: number) =>
    eventually(() => output.split('Guildhall is serving').length > times || script.exitCode !== null);
  const readPid = async () => JSON.parse(await readFile(join(home, 'runtime.json'), 'utf8')).pid as number;
  try {
    await serving(1);
    const first = await readPid();
    process.kill(first, 'SIGUSR2');
    await serving(2);
    assert.match(output, /the daemon crashed \(exit code 70\), starting it again in 1 s/);
    const second = await readPid();
    assert.notEqual(second, first);
    process.kill(second, 'SIGSEGV');
    await serving(3);
    const exited = once(script, 'exit');
    script.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], output);
    assert.ok(!(await readdir(home)).includes('runtime.json'));
  } finally {
    script.kill('SIGKILL');
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

test('npm start that receives SIGHUP twice lets its daemon shut down in order', posix, async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-faults-'));
  const ports = await portFlags();
  const script = spawn(process.execPath, [START, '--home', home, '--no-open', ...ports], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  script.stdout.on('data', (text) => {
    output += text;
  });
  try {
    await eventually(async () => (await readdir(home)).includes('runtime.json'));
    const exited = once(script, 'exit');
    script.kill('SIGHUP');
    await eventually(() => output.includes('shutting down'));
    script.kill('SIGHUP');
    const [code, signal] = await exited;
    // One that comes after all has stopped finds no handler anymore, in the daemon (129, as a shell has it) or the script.
    assert.ok([0, 129].includes(code) || signal === 'SIGHUP', `${code} ${signal}`);
    assert.ok(!(await readdir(home)).includes('runtime.json'));
  } finally {
    script.kill('SIGKILL');
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

test('a daemon whose npm start is killed shuts down in order', posix, async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-faults-'));
  const ports = await portFlags();
  const script = spawn(process.execPath, [START, '--home', home, '--no-open', ...ports], { stdio: 'ignore' });
  try {
    await eventually(async () => (await readdir(home)).includes('runtime.json'));
    script.kill('SIGKILL');
    await eventually(async () => !(await readdir(home)).includes('runtime.json'));
  } finally {
    script.kill('SIGKILL');
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

for (const cmd of ['THROW', 'REJECT']) {
  test(
    `a fault in handling a frame (${cmd}) closes its connection with 1011 and no other`,
    withDaemon(
      async (daemon) => {
        const game = await registerGame(daemon);
        const { port } = daemon.runtime.rpc;
        const connect = () => RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
        const faulty = await connect();
        const other = await connect();
        faulty.send({ cmd, nonce: '1' });
        assert.equal((await faulty.closed).code, 1011);
        assert.equal((await other.request('GET_GUILDS')).data?.code, 4006);
        await other.close();
        await eventually(() => daemon.stdout.includes('unexpected fault, closing'));
        assert.equal(daemon.process.exitCode, null);
      },
      { runsModules: true, environment: { NODE_OPTIONS: preload('fault-in-connections') } },
    ),
  );
}

test(
  'a fault in handling a request is answered with 500, and the next request is served',
  withDaemon(
    async (daemon) => {
      const url = `http://127.0.0.1:${daemon.runtime.rpc.port}`;
      assert.equal((await fetch(`${url}/injected-fault`)).status, 500);
      assert.equal((await fetch(`${url}/`)).status, 404);
      assert.equal(daemon.process.exitCode, null);
    },
    { runsModules: true, environment: { NODE_OPTIONS: preload('fault-in-connections') } },
  ),
);
