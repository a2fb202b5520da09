import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { LongTexts } from '#guildhall/cluster/requests/long-texts.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const OFFERED_MS = 10_000;

function createTexts() {
  const clock = new ManualClock();
  const hub = new InProcessHub();
  const bus = new InProcessBus({ hub, clock, log: silentLogger });
  const [one, two] = ['node-1', 'node-2'].map((node) => new LongTexts({ bus, node, clock }));
  assert.ok(one && two);
  return { clock, hub, one, two };
}

test('a text is fetched until it is withdrawn, or its time is over', async () => {
  const { clock, one, two } = createTexts();
  const ids = [one.offer('withdrawn'), one.offer('late'), one.offer('')];
  const [withdrawn, late, empty] = ids.map((id) => id ?? assert.fail('it is offered'));
  assert.equal(await two.fetch('node-1', String(late), 1000), 'late');
  assert.equal(await two.fetch('node-1', String(empty), 1000), '');
  one.withdraw(String(withdrawn));
  await assert.rejects(two.fetch('node-1', String(withdrawn), 1000), BusError);
  await clock.advance(OFFERED_MS);
  await assert.rejects(two.fetch('node-1', String(late), 1000), BusError);
});

test('a text is offered until it was fetched', async () => {
  const { one, two } = createTexts();
  const long = 'x'.repeat(300_000);
  assert.equal(one.offer(long, 'key'), 'key');
  assert.equal(one.offer('another', 'key'), 'key');
  assert.ok((await two.fetch('node-1', 'key', 1000)) === long);
  assert.equal(one.isOffered('key'), false);
  await assert.rejects(two.fetch('node-1', 'key', 1000), BusError);
});

test('a node that sends parts without an end is not believed', async () => {
  const { hub, two } = createTexts();
  let parts = 0;
  const endless = async () => {
    parts += 1;
    return `+${'x'.repeat(128 * 1024)}`;
  };
  hub.responders.set('texts.node-3', new Set([endless]));
  await assert.rejects(two.fetch('node-3', 'any', 1000), BusError);
  assert.equal(parts, 513);
});

test('texts that are too long, or too many, are not offered', () => {
  const { one } = createTexts();
  const long = 'x'.repeat(64 * 1024 * 1024);
  assert.equal(one.offer(`${long}x`), null);
  const ids = [1, 2, 3, 4].map(() => one.offer(long));
  assert.ok(ids.every((id) => id !== null));
  assert.equal(one.offer('x'), null);
  one.withdraw(String(ids[0]));
  assert.notEqual(one.offer('x'), null);
});
