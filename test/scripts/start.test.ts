import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../helpers/eventually.js';
import { portFlags } from '../helpers/free-port.js';

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));

const CLI = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const UNFINISHED = 'POST /api/oauth2/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n';

test('npm start builds nothing in a set-up checkout, passes flags on and shuts down cleanly on a signal', async () => {
  await promisify(execFile)(process.execPath, [script('setup')]);
  const home = await mkdtemp(join(tmpdir(), 'guildhall-start-'));
  const ports = await portFlags();
  const child = spawn(process.execPath, [script('start'), '--home', home, '--no-open', ...ports]);
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await eventually(() => output.includes('Guildhall is serving') || child.exitCode !== null);
    const [first, last] = (ports[1] ?? '').split('-').map(Number);
    const port = Number(/RPC ws:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
    assert.ok(port >= (first ?? 0) && port <= (last ?? 0), output);
    assert.doesNotMatch(output, /compiling|bundling|installing/);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  } finally {
    child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  }
});

test('npm start starts no daemon if its parent shell ends during set-up', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-start-'));
  const preload = `--import=${new URL('support/end-parent.js', import.meta.url).href}`;
  const command = [
    process.execPath,
    preload,
    script('start'),
    '--home',
    home,
    '--no-open',
    ...(await portFlags()),
  ].join(' ');
  const shell = spawn('sh', ['-c', `${command}; true`]);
  try {
    let output = '';
    let isOver = false;
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    // All processes that have the pipes have ended then.
    shell.once('close', () => {
      isOver = true;
    });
    await eventually(() => isOver || output.includes('Guildhall is serving'), { share: 3 });
    assert.equal(output, '');
    assert.equal(shell.signalCode, 'SIGKILL');
  } finally {
    await promisify(execFile)(process.execPath, [CLI, 'stop', '--home', home]).catch(() => {});
    await rm(home, { recursive: true, force: true });
  }
});

test('npm start stops the daemon when only its parent shell is killed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-start-'));
  const command = [
    process.execPath,
    script('start'),
    '--home',
    home,
    '--no-open',
    ...(await portFlags()),
  ].join(' ');
  // A shell that is asked for more than one command does not become the program.
  const shell = spawn('sh', ['-c', `${command}; true`]);
  let unfinished: Socket | undefined;
  try {
    let output = '';
    shell.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const api = await eventually(() => /API http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
    // A request without its body is waited for, so that the shutdown takes longer than the checks for the end of the shell.
    unfinished = connect(Number(api), '127.0.0.1').on('error', () => {});
    unfinished.write(UNFINISHED);
    shell.kill('SIGTERM');
    await eventually(() => !existsSync(join(home, 'runtime.json')), {
      describe: () => 'the daemon continues',
    });
    await eventually(() => output.includes('shutting down'));
  } finally {
    unfinished?.destroy();
    shell.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  }
});
