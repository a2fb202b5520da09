import assert from 'node:assert/strict';
import { ATTEMPTS } from '../../../helpers/attempts.js';
import { eventually } from '../../../helpers/eventually.js';
import { join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { silence, tone } from '../../../helpers/sound/signals.js';
import type { RemoteVoiceBot } from './remote-voice-bot.js';
import type { VoiceStage } from './voice-stage.js';

/** The correlation of envelopes from which on a sound counts as heard. */
const HEARD = 0.9;

/** What is said before a sound that must be heard whole, in seconds. */
const LEAD = 0.2;

/** Plays two bots a sound each, at the same time. Fails unless each hears the other's whole, apart from some delay. */
export async function assertHearEachOther(
  { writeSound }: Pick<VoiceStage, 'writeSound'>,
  bots: readonly [RemoteVoiceBot, RemoteVoiceBot],
  sounds: readonly [Int16Array, Int16Array],
): Promise<void> {
  const [first, second] = bots;
  const lead = await writeSound('lead', tone(440, LEAD));
  const [heardFirst, heardSecond] = [
    await untilHeard(first, second, lead),
    await untilHeard(second, first, lead),
  ];
  const paths = [await writeSound('first', sounds[0]), await writeSound('second', sounds[1])] as const;
  await Promise.all([first.play(paths[0]), second.play(paths[1])]);
  await assertHeard(async () => (await second.heard(first.id)).subarray(heardFirst), sounds[0]);
  await assertHeard(async () => (await first.heard(second.id)).subarray(heardSecond), sounds[1]);
}

/**
 * Plays a sound until another bot hears it: packets may overtake the payload that says whose they are, and those are lost.
 *
 * @returns how many samples the other one has heard of the bot so far
 */
export async function untilHeard(
  speaker: RemoteVoiceBot,
  listener: RemoteVoiceBot,
  path: string,
): Promise<number> {
  await listener.record(speaker.id);
  const before = (await listener.heard(speaker.id)).length;
  return eventually(async () => {
    await speaker.play(path);
    const { length } = await listener.heard(speaker.id);
    return length > before && length;
  });
}

/** Fails unless one sound becomes the other one, apart from some delay: the last packets may still be under way. */
async function assertHeard(heard: () => Promise<Int16Array>, spoken: Int16Array): Promise<void> {
  let last = '';
  const isHeard = async () => {
    const sound = await heard();
    const correlation = correlationOf(sound, spoken);
    last = `the correlation is ${correlation}, of ${sound.length} samples with ${spoken.length}`;
    return correlation >= HEARD;
  };
  await eventually(isHeard, { describe: () => last });
}

/** The same for sound that is transmitted in real time, in one of three attempts. */
export async function assertHears(spoken: Int16Array, hear: () => Promise<Int16Array>): Promise<void> {
  const attempts: number[] = [];
  while (attempts.length < ATTEMPTS) {
    const correlation = correlationOf(await hear(), spoken);
    if (correlation >= HEARD) return;
    attempts.push(correlation);
  }
  assert.fail(`the correlations are ${attempts.join(', ')}`);
}

function correlationOf(sound: Int16Array, spoken: Int16Array): number {
  // A codec may leave out its first frame, so that the sound begins earlier than its reference.
  return envelopeCorrelation(join(silence(0.5), sound), spoken).correlation;
}
