import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { interruptStart, STORED } from './support/interrupt-start.js';

const skip = onlyPosix('there are no signals on Windows');

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

/** Begins to listen only when its parent has ended. */
const LATE = `
import { once } from 'node:events';
import { stopOnSignals } from ${JSON.stringify(import.meta.resolve('#guildhall/daemon/process/stop-on-signals.js'))};
const ended = once(process, 'disconnect');
process.send('ready');
await ended;
const stopping = new AbortController();
stopOnSignals(stopping);
process.exitCode = stopping.signal.aborted ? 0 : 1;
`;

test('a daemon whose npm start ends before it listens to that stops', async () => {
  const daemon = spawn(process.execPath, ['--input-type=module', '-e', LATE], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(daemon, 'exit');
  await once(daemon, 'message');
  daemon.disconnect();
  assert.deepEqual(await exited, [0, null]);
});

test('a daemon that receives SIGHUP twice shuts down in order', { skip }, () =>
  withTemporaryFolder(async (home) => {
    const daemon = await TestDaemon.start({ home });
    try {
      const ended = daemon.end('SIGHUP');
      await eventually(() => daemon.stdout.includes('shutting down'));
      daemon.process.kill('SIGHUP');
      const code = await ended;
      // One that comes after all has stopped finds no handler anymore: Node.js has given them up.
      assert.ok(code === 0 || daemon.process.signalCode === 'SIGHUP', daemon.stderr);
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

import { onlyPosix } from '../helpers/only-on.js';

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
