import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ControlSocket } from '#guildhall/control/server/control-socket.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { eventually } from '../helpers/eventually.js';
import { RunningCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const LISTENING = { state: 'listening', shortcut: [], has_device: true };

/** Runs a command against a daemon that answers like this. */
function against(
  listener: RequestListener,
  args: readonly string[],
  run: (command: RunningCommand) => Promise<void>,
): Promise<void> {
  return withTemporaryFolder(async (home) => {
    const socket = await ControlSocket.listen(homeFiles(home), allowAnyPeer, listener);
    try {
      await run(new RunningCommand([...args, '--home', home]));
    } finally {
      await socket.stop();
    }
  });
}

test('the limit of capture starts when the daemon listens', (t) => {
  const responses: ServerResponse[] = [];
  const slow: RequestListener = (_request, response) => void responses.push(response);
  return against(slow, ['capture', '--for', '1'], async (command) => {
    await eventually(() => responses.length === 1);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.mock.timers.tick(2_000);
    responses[0]?.write(`${JSON.stringify(LISTENING)}\n`);
    while (!command.output.includes('for 1 s; Ctrl+C ends this')) await setImmediate();
    t.mock.timers.tick(999);
    await setImmediate();
    assert.equal(command.errors, '');
    t.mock.timers.tick(1);
    const { exitCode, errors } = await command.finished;
    assert.deepEqual([exitCode, errors], [1, 'error: nothing was captured in 1 s\n']);
  });
});

test('capture can be interrupted before the daemon answers', () => {
  let requests = 0;
  const silent: RequestListener = () => {
    requests += 1;
  };
  return against(silent, ['capture'], async (command) => {
    await eventually(() => requests === 1);
    command.interrupt();
    const { exitCode, errors } = await command.finished;
    assert.deepEqual([exitCode, errors], [1, 'error: ended; nothing was captured\n']);
  });
});
