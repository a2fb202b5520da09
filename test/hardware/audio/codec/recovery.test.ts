import assert from 'node:assert/strict';
import { channelOf, cut, join } from '../../../helpers/sound/edit.js';
import { fidelity } from '../../../helpers/sound/signal-to-noise.js';
import { SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { decodeAll, encodeAll, FRAME, nativeOpus, OPUS_LIBRARY } from './implementations.js';

/** One of so many packets is lost. */
const EVERY = 5;

realTest(
  [OPUS_LIBRARY, ...SPEECH_PROGRAMS],
  'a lost packet is recovered from the next one, better than concealed',
  async () => {
    const codecs = nativeOpus();
    const encoder = codecs.createEncoder();
    encoder.configure({ bitrate: 48_000, expectedLoss: 0.2 });
    const packets = encodeAll(encoder, cut(speech(), 0, 3));
    const complete = decodeAll(codecs.createDecoder(), packets);
    const fidelityOf = (recovers: boolean) => {
      const decoder = codecs.createDecoder();
      const parts = packets.map((packet, at) => {
        if (at % EVERY !== 2) return decoder.decode(packet);
        const next = packets[at + 1];
        return recovers && next !== undefined ? decoder.recover(next, FRAME) : decoder.conceal(FRAME);
      });
      const sound = channelOf(join(...parts), 'left');
      return fidelity(sound, channelOf(complete, 'left'));
    };
    const [recovered, concealed] = [fidelityOf(true), fidelityOf(false)];
    assert.ok(recovered > concealed + 3, `${recovered} dB recovered, ${concealed} dB concealed`);
  },
);
