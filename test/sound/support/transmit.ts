import { channelOf } from '../../helpers/sound/edit.js';
import { silence } from '../../helpers/sound/signals.js';
import type { PlayReply } from './microphone-process.js';
import type { VoicePerson } from './voice-person.js';

/** How long the other's speaker is recorded before and after the sound, in seconds. */
const BEFORE = 0.05;
const AFTER = 1;

/** What a speaker played while a sound was played into somebody's microphone, from shortly before it until a second after it. */
export interface Transmitted {
  readonly played: PlayReply;
  /** interleaved */
  readonly stereo: Int16Array;
  readonly left: Int16Array;
  readonly right: Int16Array;
}

/** Plays a sound into one person's microphone and records another's speaker. */
export async function transmit(
  from: VoicePerson,
  to: VoicePerson,
  sound: Int16Array,
  speaker?: string,
): Promise<Transmitted> {
  const recording = await to.machine.record(speaker);
  try {
    const played = await from.machine.microphone.play(sound);
    await from.machine.microphone.play(silence(AFTER));
    await recording.settle();
    const stereo = recording.between(played.startedAt - BEFORE * 1000, played.endedAt + AFTER * 1000);
    return { played, stereo, left: channelOf(stereo, 'left'), right: channelOf(stereo, 'right') };
  } finally {
    await recording.stop();
  }
}
