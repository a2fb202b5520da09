// test:all measured: signals at moments of real time
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptStart } from '../daemon/support/interrupt-start.js';
import { onlyPosix } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const skip = onlyPosix('there are no signals on Windows');

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

test('a daemon that receives a signal at any moment of its start leaves nothing behind', {
  skip,
}, async () => {
  for (let delay = 0; delay <= 1200; delay += 80) {
    const signal = SIGNALS[(delay / 80) % SIGNALS.length] ?? 'SIGTERM';
    await withTemporaryFolder((home) => interruptStart(home, signal, () => sleep(delay)));
  }
});
