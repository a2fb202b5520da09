// test:all sound: speech in real time while packets are lost or late
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { VoiceProxy } from '../helpers/faults/voice-proxy.js';
import { varyingCorrelation } from '../helpers/sound/envelope.js';
import { SENTENCES, speech } from '../helpers/sound/speech.js';
import { assertSoundPasses } from './support/assert-sound-passes.js';
import { monotonicNow } from './support/monotonic.js';
import { prioritizeTest } from './support/prioritize.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { transmit } from './support/transmit.js';
import { useVoicePair } from './support/voice-pair.js';

/** How much longer than other waits it takes to notice that a peer does not answer, or to connect again. */
const RECOVERY = 4;

describe('sound over a network with faults', () => {
  let proxy: VoiceProxy;
  before(async () => {
    // Otherwise a busy machine delays packets by more than the test demands.
    await prioritizeTest();
    proxy = await VoiceProxy.start();
  });
  after(() => proxy.stop());
  const usePair = useVoicePair(() => ({ service: proxy.environment }));

  realTest(SOUND_PROGRAMS, 'speech is understood while a fifth of the packets are lost', async () => {
    const { ada, ben } = await usePair();
    proxy.udp.impair({ loss: 0.2 }, ['toClients']);
    await assertSoundPasses(ada, ben, { text: SENTENCES, atLeast: 0.8 });
    proxy.udp.restore();
    const { dropped, passed } = proxy.udp.counts.toClients;
    assert.ok(dropped > 30 && passed > dropped, `${dropped} dropped, ${passed} passed`);
    await assertSoundPasses(ada, ben);
  });

  realTest(SOUND_PROGRAMS, 'speech is understood while packets are delayed by up to 200 ms', async () => {
    const { ada, ben } = await usePair();
    proxy.udp.impair({ delayMs: [0, 200] });
    // How much packets are delayed is learned from those of the first sentence.
    await transmit(ada, ben, speech());
    await assertSoundPasses(ada, ben, { text: SENTENCES, compare: varyingCorrelation });
    proxy.udp.restore();
    await assertSoundPasses(ada, ben);
    for (const person of [ada, ben]) assert.equal(person.events.statesSince(0).at(-1), 'VOICE_CONNECTED');
  });

  realTest(
    SOUND_PROGRAMS,
    'packets that are dropped both ways end the voice connection until they pass again',
    async () => {
      const { ada, ben } = await usePair();
      const blockedAt = monotonicNow();
      proxy.udp.block();
      for (const { events } of [ada, ben]) await events.state(blockedAt, 'VOICE_DISCONNECTED', RECOVERY);
      proxy.udp.restore();
      for (const person of [ada, ben]) {
        await person.untilState('VOICE_CONNECTED', RECOVERY);
        assert.ok(!person.events.statesSince(blockedAt).includes('DISCONNECTED'), 'the WebSocket was lost');
      }
      await assertSoundPasses(ada, ben);
      await assertSoundPasses(ben, ada);
    },
  );

  realTest(SOUND_PROGRAMS, 'a lost WebSocket is resumed, and packets pass meanwhile', async () => {
    const { ada, ben } = await usePair();
    const cutAt = monotonicNow();
    proxy.tcp.cut();
    await assertSoundPasses(ada, ben);
    for (const person of [ada, ben]) {
      await person.untilState('VOICE_CONNECTED', RECOVERY);
      assert.equal(person.events.statesSince(cutAt)[0], 'DISCONNECTED');
    }
    await assertSoundPasses(ben, ada);
  });

  realTest(SOUND_PROGRAMS, 'both daemons connect again when the endpoint was killed', async () => {
    const { ada, ben, service } = await usePair();
    const killedAt = monotonicNow();
    const restart = await service.kill();
    for (const person of [ada, ben]) await person.events.first(killedAt, 'VOICE_CONNECTION_STATUS');
    for (const person of [ada, ben]) assert.notEqual(person.events.statesSince(0).at(-1), 'VOICE_CONNECTED');
    await restart();
    for (const person of [ada, ben]) await person.untilState('VOICE_CONNECTED', RECOVERY);
    await assertSoundPasses(ada, ben);
    await assertSoundPasses(ben, ada);
  });
});
