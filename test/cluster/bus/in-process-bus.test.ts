import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { settle } from '../../hardware/support/manual-clock.js';
import { clock, describeBus } from './contract.js';

const hub = new InProcessHub();

describeBus('in one process', {
  open: async () => new InProcessBus({ hub, clock, log: silentLogger }),
});

test('a bus of a node without others is not connected, and carries messages within the node', async () => {
  const bus = new InProcessBus({ hub: new InProcessHub(), clock, log: silentLogger, isAlone: true });
  const received: string[] = [];
  bus.subscribe('guild.1', (text) => received.push(text));
  bus.publish('guild.1', 'entry');
  await settle();
  assert.deepEqual([bus.isConnected, received], [false, ['entry']]);
});
