import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dispatch } from '#guildhall/protocol/rpc/payload.js';
import { FrameInspection } from '#guildhall/rpc/inspection/frame-inspection.js';
import type { InspectedFrame } from '#guildhall/rpc/inspection/inspected-frame.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

function setUp() {
  const clock = new ManualClock();
  const shown: InspectedFrame[][] = [];
  const listener = {
    frames: (frames: readonly InspectedFrame[]) => shown.push([...frames]),
    closed: () => {},
  };
  return { clock, shown, inspection: new FrameInspection(clock, listener) };
}

const payload = (nonce: unknown) => ({ payload: { cmd: 'GET_GUILDS', args: {}, nonce } });

test('frames are shown together after 50 ms, and those beyond a hundred are counted alone', async () => {
  const { clock, shown, inspection } = setUp();
  for (let nonce = 1; nonce <= 500; nonce += 1) inspection.received(payload(nonce), 10);
  assert.equal(shown.flat().length, 0);
  await clock.advance(50);
  assert.equal(shown.length, 1);
  assert.equal(shown[0]?.length, 100);
  inspection.received(payload('later'), 10);
  await clock.advance(50);
  assert.equal(shown[1]?.[0]?.number, 501);
  inspection.received(payload('dropped'), 10);
  inspection.stop();
  await clock.advance(1_000);
  assert.equal(shown.length, 2);
});

test('long frames are cut, and a frame of very many values is copied in part', async () => {
  const { clock, shown, inspection } = setUp();
  const guilds = Array.from({ length: 100_000 }, (_, id) => ({ id: String(id), name: 'x'.repeat(100) }));
  inspection.sent({ cmd: 'GET_GUILDS', data: { guilds }, evt: null, nonce: 'n' }, 12_000_000);
  inspection.sent(dispatch('GUILD_CREATE', { id: '1', name: 'x'.repeat(1_000_000) }), 1_000_000);
  await clock.advance(50);
  for (const { text, is_cut } of shown[0] ?? []) {
    assert.equal(is_cut, true);
    assert.equal(text.length, 32 * 1024);
  }
});

test('long frames in one interval are bounded by their text', async () => {
  const { clock, shown, inspection } = setUp();
  const frame = dispatch('GUILD_CREATE', { id: '1', name: 'x'.repeat(100_000) });
  for (let index = 0; index < 100; index += 1) inspection.sent(frame, 100_000);
  await clock.advance(50);
  assert.equal(shown[0]?.length, 8);
});
