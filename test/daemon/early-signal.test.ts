import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { portFlags } from '../helpers/free-port.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const skip = process.platform === 'win32' ? 'there are no signals on Windows' : false;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What a daemon may leave in its home: what it stores. */
const STORED = new Set([
  'account.json',
  'attachments',
  'daemon.lock',
  'guildhall.log',
  'once-grants.json',
  'remembered.json',
  'store.db',
]);

/** Starts a daemon, sends it a signal at some time, and checks its end and what it leaves behind. */
async function interruptStart(
  home: string,
  signal: NodeJS.Signals,
  untilThen: () => Promise<unknown>,
): Promise<void> {
  const flags = ['--home', home, ...(await portFlags())];
  const child = spawn(process.execPath, [MAIN, 'start', '--no-open', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  try {
    const exited = once(child, 'exit');
    await untilThen();
    const children = await childrenOf(child.pid ?? 0);
    child.kill(signal);
    const [code, endedBy] = await exited;
    const left = await readdir(home);
    // Until the daemon handles signals there is nothing to close.
    if (endedBy === null) assert.equal(code, 0, stderr);
    else assert.deepEqual([endedBy, left], [signal, []]);
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

for (const [when, file] of [
  ['has locked its home', 'daemon.lock'],
  ['opens its store', 'store.db'],
  ['has an account', 'account.json'],
  ['serves control', 'control.sock'],
  ['has published its addresses', 'runtime.json'],
] as const) {
  test(`a daemon that receives SIGTERM when it ${when} shuts down in order`, { skip }, () =>
    withTemporaryFolder((home) =>
      interruptStart(home, 'SIGTERM', () =>
        eventually(async () => (await readdir(home)).includes(file), { share: 6 }),
      ),
    ),
  );
}

test('a daemon that receives SIGHUP twice shuts down in order', { skip }, () =>
  withTemporaryFolder(async (home) => {
    const daemon = await TestDaemon.start({ home });
    try {
      const ended = daemon.end('SIGHUP');
      await eventually(() => daemon.stdout.includes('shutting down'));
      daemon.process.kill('SIGHUP');
      assert.equal(await ended, 0, daemon.stderr);
    } finally {
      daemon.process.kill('SIGKILL');
    }
    assert.deepEqual(
      (await readdir(home)).filter((name) => !STORED.has(name)),
      [],
    );
  }),
);

/** Runs a program in a terminal that is closed once it serves, and ends as the program does. */
const IN_CLOSING_TERMINAL = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
output = b''
while b'Guildhall is serving' not in output:
    output += os.read(terminal, 65536)
print(output.decode(), flush=True)
sys.stdin.read()
os.close(terminal)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

test('a daemon whose terminal is closed shuts down in order', { skip }, () =>
  withTemporaryFolder(async (home) => {
    const through = ['python3', '-c', IN_CLOSING_TERMINAL];
    const { process: terminal } = await TestDaemon.start({ home, through, hasInput: true });
    const exited = once(terminal, 'exit');
    terminal.stdin?.end();
    assert.deepEqual(await exited, [0, null]);
    assert.deepEqual(
      (await readdir(home)).filter((name) => !STORED.has(name)),
      [],
    );
  }),
);

test('a daemon that receives a signal at any moment of its start leaves nothing behind', {
  skip,
}, async () => {
  for (let delay = 0; delay <= 1200; delay += 80) {
    const signal = SIGNALS[(delay / 80) % SIGNALS.length] ?? 'SIGTERM';
    await withTemporaryFolder((home) => interruptStart(home, signal, () => sleep(delay)));
  }
});
