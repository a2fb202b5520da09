// test:all sound: decodes minutes of speech over bad networks
import assert from 'node:assert/strict';
import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import type { OpusCodecs } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import { SpeakerSound } from '#guildhall/hardware/audio/playback/speaker-sound.js';
import { blocksOf, channelOf, join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation, varyingCorrelation } from '../../../helpers/sound/envelope.js';
import { randomNumbers, samplesOf, silence } from '../../../helpers/sound/signals.js';
import { SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { type Arrival, frameOf } from './support/packets.js';
import { transmitSpeech } from './support/transmit-speech.js';

interface Network {
  /** the longest delay of a packet, in milliseconds; each has one of its own */
  readonly jitter: number;
  /** the fraction of packets that are lost */
  readonly loss: number;
}

/** Sound as packets that pass a network. */
function send(opus: OpusCodecs, sound: Int16Array, { jitter, loss }: Network, seed: number): Arrival[] {
  const random = randomNumbers(seed);
  const encoder = opus.createEncoder();
  encoder.configure({ bitrate: 64_000, expectedLoss: loss });
  const arrivals = blocksOf(sound, 960).map((block, index) => ({
    at: index * 20 + random() * jitter,
    isLost: random() < loss,
    frame: frameOf(index, { opus: encoder.encode(block) }),
  }));
  encoder.close();
  return arrivals.filter(({ isLost }) => !isLost).toSorted((a, b) => a.at - b.at);
}

/** What a speaker sounds like, mono. */
function receive(opus: OpusCodecs, arrivals: readonly Arrival[], ms: number): Int16Array {
  const speaker = new SpeakerSound(opus, () => {});
  const waiting = [...arrivals];
  const blocks: Int16Array[] = [];
  for (let now = 0; now < ms; now += 10) {
    while (waiting[0] !== undefined && waiting[0].at <= now) {
      speaker.push(waiting[0].frame, waiting[0].at);
      waiting.shift();
    }
    blocks.push(speaker.read(now)?.slice() ?? new Int16Array(960));
  }
  speaker.close();
  return channelOf(join(...blocks), 'left');
}

/** @returns the lowest correlation of several networks of this kind, and the longest delay in seconds */
async function worstOf(network: Network): Promise<{ correlation: number; lag: number }> {
  const opus = await openOpus();
  const spoken = speech();
  const ms = spoken.length / 48 + 1000;
  const results = [1, 2, 3, 4].map((seed) =>
    envelopeCorrelation(receive(opus, send(opus, spoken, network, seed), ms), spoken),
  );
  return {
    correlation: Math.min(...results.map(({ correlation }) => correlation)),
    lag: Math.max(...results.map(({ lag }) => lag)),
  };
}

for (const [network, atLeast, maxLag] of [
  [{ jitter: 0, loss: 0 }, 0.98, 0.06],
  [{ jitter: 0, loss: 0.2 }, 0.9, 0.08],
  [{ jitter: 200, loss: 0 }, 0.85, 0.3],
  [{ jitter: 200, loss: 0.2 }, 0.8, 0.3],
] as const) {
  const { jitter, loss } = network;
  realTest(
    SPEECH_PROGRAMS,
    `speech with ${100 * loss} % loss and ${jitter} ms jitter is intelligible`,
    async () => {
      const worst = await worstOf(network);
      assert.ok(worst.correlation >= atLeast && worst.lag <= maxLag, JSON.stringify(worst));
    },
  );
}

/** Sound that is sent only while somebody speaks, to a listener who is as far as two such networks. */
function sendSpeech(opus: OpusCodecs, sound: Int16Array, jitter: number, seed: number): Arrival[] {
  const random = randomNumbers(seed);
  return transmitSpeech(opus, sound)
    .map(({ at, frame }) => ({ at: at + (random() + random()) * jitter, frame }))
    .toSorted((a, b) => a.at - b.at);
}

realTest(
  SPEECH_PROGRAMS,
  'speech with pauses and 200 ms jitter each way is intelligible after a sentence',
  async () => {
    const opus = await openOpus();
    const spoken = speech();
    const again = join(spoken, silence(1), spoken, silence(1));
    const since = spoken.length + samplesOf(1);
    const results = [1, 2, 3, 4, 5, 6].map((seed) => {
      const received = receive(opus, sendSpeech(opus, again, 200, seed), again.length / 48);
      return varyingCorrelation(received.subarray(since), spoken, 0.9);
    });
    for (const { correlation, lag } of results) {
      assert.ok(correlation >= 0.9 && lag <= 0.55, JSON.stringify(results));
    }
  },
);
