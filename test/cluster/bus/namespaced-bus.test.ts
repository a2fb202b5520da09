import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { NamespacedBus } from '#guildhall/cluster/bus/namespaced-bus.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { settle } from '../../hardware/support/manual-clock.js';
import { clock, describeBus } from './contract.js';

let hub = new InProcessHub();
const open = () => new InProcessBus({ hub, clock, log: silentLogger });

describeBus('in a namespace', { open: async () => new NamespacedBus(open(), '1-2') });

test('what uses another namespace receives and answers nothing', async () => {
  hub = new InProcessHub();
  const [one, other] = [new NamespacedBus(open(), '1-2'), new NamespacedBus(open(), '1-3')];
  const received: string[] = [];
  one.subscribe('guild.1', (text) => received.push(`one ${text}`));
  other.subscribe('guild.1', (text) => received.push(`other ${text}`));
  other.respond('node.a', async () => 'of the other');
  one.publish('guild.1', 'entry');
  await settle();
  assert.deepEqual(received, ['one entry']);
  await assert.rejects(one.request('node.a', '', 1000), new BusError('not-sent'));
  assert.ok(hub.subscribers.has('guildhall.1-2.guild.1'));
});
