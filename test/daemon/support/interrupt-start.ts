import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import { portFlags } from '../../helpers/free-port.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** What a daemon may leave in its home: what it stores. */
export const STORED = new Set([
  'account.json',
  'attachments',
  'daemon.lock',
  'guildhall.log',
  'once-grants.json',
  'remembered.json',
  'store.db',
]);

/** Starts a daemon, sends it a signal at some time, and checks its end and what it leaves behind. */
export async function interruptStart(
  home: string,
  signal: NodeJS.Signals,
  untilThen: () => Promise<unknown>,
): Promise<void> {
  const flags = ['--home', home, ...(await portFlags())];
  const child = spawn(process.execPath, [MAIN, 'start', '--no-open', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  try {
    const closed = once(child, 'close');
    await untilThen();
    const children = await childrenOf(child.pid ?? 0);
    child.kill(signal);
    const [code, endedBy] = await closed;
    const left = await readdir(home);
    // Until the daemon handles signals there is nothing to close.
    if (endedBy === null) {
      assert.equal(code, 0, stderr);
      assert.match(stdout, /shutting down/);
    } else assert.deepEqual([endedBy, left], [signal, []]);
    assert.equal(stderr, '');
    assert.deepEqual(
      left.filter((name) => !STORED.has(name)),
      [],
    );
    for (const pid of children)
      await eventually(() => !isAlive(pid), { describe: () => `${pid} still runs` });
  } finally {
    child.kill('SIGKILL');
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
