import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { ControlSocket } from '#guildhall/control/control-socket.js';
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

test('the limit of capture starts when the daemon listens', () => {
  const slow: RequestListener = (_request, response) => {
    setTimeout(() => response.write(`${JSON.stringify(LISTENING)}\n`), 1_200);
  };
  return against(slow, ['capture', '--for', '1'], async (command) => {
    const { exitCode, output, errors } = await command.finished;
    assert.match(output, /for 1 s; Ctrl\+C ends this/);
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
