import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { PendingBus } from '#guildhall/cluster/bus/pending-bus.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

test('each reason why the bus cannot be reached is logged once', async () => {
  const clock = new ManualClock();
  const warnings: string[] = [];
  const log = createLogger('warn', { write: (line) => void warnings.push(JSON.parse(line).err.message) });
  const reasons = ['connection refused', 'connection refused', 'wrong password'];
  const bus = new PendingBus({
    async open() {
      const reason = reasons.shift();
      if (reason !== undefined) throw new Error(reason);
      return new InProcessBus({ hub: new InProcessHub(), clock, log: silentLogger });
    },
    clock,
    log,
  });
  for (let passed = 0; passed < 20_000 && !bus.isConnected; passed += 250) await clock.advance(250);
  assert.ok(bus.isConnected);
  assert.deepEqual(warnings, ['connection refused', 'wrong password']);
  await bus.stop();
});
