// test:all sound: speech in real time before and after a packet filter
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testInNetworkNamespace } from '../helpers/network-namespace.js';
import { assertSoundPasses } from './support/assert-sound-passes.js';
import { monotonicNow } from './support/monotonic.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { VoicePair } from './support/voice-pair.js';

const execute = promisify(execFile);

/** In a namespace every port is free. */
const VOICE_PORT = '5004';
/** How much longer than other waits it takes to notice that a peer does not answer, or to connect again. */
const RECOVERY = 4;

const nft = (...words: string[]) => execute('nft', words);

/** A packet filter that drops the packets of the voice endpoint in both directions, while there is a rule. */
async function createFilter(): Promise<void> {
  await nft('add', 'table', 'inet', 'faults');
  await nft('add', 'chain', 'inet', 'faults', 'input', '{ type filter hook input priority 0; }');
}

async function dropPackets(): Promise<void> {
  for (const port of ['sport', 'dport']) {
    await nft('add', 'rule', 'inet', 'faults', 'input', 'udp', port, VOICE_PORT, 'drop');
  }
}

const passPackets = () => nft('flush', 'chain', 'inet', 'faults', 'input');

testInNetworkNamespace(
  import.meta.url,
  [...SOUND_PROGRAMS, 'nft'],
  'a packet filter that drops UDP both ways leads to VOICE_DISCONNECTED and NO_ROUTE, and sound returns without it',
  async () => {
    await createFilter();
    const pair = await VoicePair.start({ service: { GUILDHALL_VOICE_PORT: VOICE_PORT } });
    try {
      const { ada, ben, service } = pair;
      await assertSoundPasses(ada, ben);
      const droppedAt = monotonicNow();
      await dropPackets();
      await ada.events.state(droppedAt, 'VOICE_DISCONNECTED', RECOVERY);
      // Who joins now finds no route at all.
      await ben.daemon.cli('voice', 'leave');
      await ben.daemon.cli('voice', 'join', service.channelId());
      await ben.events.state(droppedAt, 'NO_ROUTE', RECOVERY);
      assert.ok(!ada.events.statesSince(droppedAt).includes('DISCONNECTED'), 'the WebSocket was lost');
      await passPackets();
      for (const person of [ada, ben]) await person.untilState('VOICE_CONNECTED', RECOVERY);
      await assertSoundPasses(ada, ben);
      await assertSoundPasses(ben, ada);
    } finally {
      await pair.stop();
    }
  },
);
