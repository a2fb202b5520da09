import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ControlSocket } from '#guildhall/control/server/control-socket.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { type Finished, RunningCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const PID = 2 ** 22 + 1;

interface Fixture {
  /** of the process that stops */
  readonly reply: { readonly pid: number; readonly within_ms?: number };
  /** what it takes to end, in milliseconds */
  readonly ms: number;
  /** the error of kill(2) until then; by default none */
  readonly code?: string;
}

/** Runs `guildhall stop` with timers of its own, against a process that takes so long to end. */
async function stop(t: TestContext, { reply, ms, code }: Fixture): Promise<Finished> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // Counted from the first look at the process: what comes before takes any number of ticks.
  let passed: number | null = null;
  t.mock.method(process, 'kill', () => {
    passed ??= 0;
    const error = passed >= ms ? 'ESRCH' : code;
    if (error === undefined) return true;
    throw Object.assign(new Error(error), { code: error });
  });
  let finished: Finished | undefined;
  await withTemporaryFolder(async (home) => {
    const socket = await ControlSocket.listen(homeFiles(home), allowAnyPeer, (_request, response) =>
      response.end(JSON.stringify(reply)),
    );
    try {
      void new RunningCommand(['stop', '--home', home]).finished.then((result) => {
        finished = result;
      });
      while (finished === undefined) {
        await setImmediate();
        t.mock.timers.tick(50);
        if (passed !== null) passed += 50;
      }
    } finally {
      await socket.stop();
    }
  });
  return finished as unknown as Finished;
}

test('stop waits as long as the shutdown may take', async (t) => {
  const { exitCode, output } = await stop(t, { reply: { pid: PID, within_ms: 35_000 }, ms: 30_000 });
  assert.deepEqual([exitCode, output], [0, `stopped (process ${PID})\n`]);
});

test('stop gives up after the time that the shutdown may take', async (t) => {
  const { exitCode, errors } = await stop(t, { reply: { pid: PID }, ms: Number.POSITIVE_INFINITY });
  assert.equal(exitCode, 1);
  assert.ok(errors.startsWith(`waiting for process ${PID} to end, for at most 10 seconds\n`), errors);
  assert.match(errors, new RegExp(`process ${PID} is still shutting down`));
});

test('a process that belongs to another user is waited for', async (t) => {
  const { exitCode, errors } = await stop(t, {
    ...{ reply: { pid: PID }, ms: Number.POSITIVE_INFINITY },
    code: 'EPERM',
  });
  assert.equal(exitCode, 1, errors);
});
