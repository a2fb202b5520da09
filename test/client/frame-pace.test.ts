import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { ScriptedService } from '../helpers/scripted-service.js';

test('expensive frames of a service are decoded only as fast as the budget allows', async () => {
  const clock = new ManualClock();
  const service = await ScriptedService.start();
  const client = ServiceChatClient.start({ apiUrl: service.url, token: 'secret', clock, log: silentLogger });
  try {
    const gateway = await service.accept();
    await gateway.next(2);
    // Without it the client would leave when its time for the handshake is over.
    gateway.dispatch(1, 'READY', {
      user: { id: '1', username: 'ada', discriminator: '0001', avatar: null },
      guilds: [],
      session_id: 'session-1',
    });
    // 1 MB and half a million values: about 34 million units of work; a burst is 256 million.
    const costly = JSON.stringify({ op: 0, s: 1, t: 'UNKNOWN', d: Array.from({ length: 500_000 }, () => 1) });
    // A client answers op 1 at once, so the answers count the frames that it has handled.
    const countHandled = () => gateway.received.filter(({ op }) => op === 1).length;
    for (let count = 0; count < 30; count += 1) {
      gateway.send(costly);
      gateway.send({ op: 1, d: null });
    }
    await eventually(() => countHandled() >= 7);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    assert.ok(countHandled() <= 9, `${countHandled()} frames were handled in a burst`);
    // 20 seconds bring 160 million units.
    await clock.advance(20_000);
    await eventually(() => countHandled() >= 11);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    assert.ok(countHandled() <= 15, `${countHandled()} frames were handled`);
  } finally {
    await client.stop();
    await service.stop();
  }
});
