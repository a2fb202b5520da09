// test:all sound: plays sound in real time
import assert from 'node:assert/strict';
import type { CallSettings } from '#guildhall/hardware/audio/call/call.js';
import { LISTENING, SpeakerMachine } from '../hardware/audio/playback/support/speaker-machine.js';
import { realTest } from '../hardware/support/programs.js';
import { blocksOf, channelOf } from '../helpers/sound/edit.js';
import { levelOf, SILENT } from '../helpers/sound/levels.js';
import { samplesOf, tone } from '../helpers/sound/signals.js';
import { monotonicNow } from './support/monotonic.js';
import type { Recording } from './support/recording.js';

const PROGRAMS = ['pulseaudio', 'pactl', 'parec', 'libopus.so.0'];
const LEVEL = -20;

/** How often a level is measured before it counts as wrong: a busy machine may not keep up with playing. */
const ATTEMPTS = 4;

interface Levels {
  readonly left: number;
  readonly right: number;
}

/** Lets a user speak for a second. @returns the median level of each channel, in dBFS */
async function levelsOf(machine: SpeakerMachine, recording: Recording): Promise<Levels> {
  const since = monotonicNow();
  await machine.speak('1', tone(440, 1, LEVEL));
  await recording.settle();
  const parts = blocksOf(recording.between(since + 200, since + 1000), 2 * samplesOf(0.1));
  const median = (channel: 'left' | 'right') =>
    parts.map((part) => levelOf(channelOf(part, channel))).toSorted((a, b) => a - b)[parts.length >> 1];
  return { left: median('left') ?? Number.NaN, right: median('right') ?? Number.NaN };
}

/** Lets a user speak until both channels have these levels, within 1 dB; -Infinity is silence. */
async function assertPlayed(machine: SpeakerMachine, recording: Recording, expected: Levels): Promise<void> {
  const isNear = (actual: number, wanted: number) =>
    wanted === SILENT ? actual < -80 : Math.abs(actual - wanted) <= 1;
  const measured: Levels[] = [];
  while (measured.length < ATTEMPTS) {
    const levels = await levelsOf(machine, recording);
    if (isNear(levels.left, expected.left) && isNear(levels.right, expected.right)) return;
    measured.push(levels);
  }
  assert.fail(`${JSON.stringify(measured)} instead of ${JSON.stringify(expected)}`);
}

function withUser(changes: Partial<CallSettings['users'][string]>): CallSettings {
  return {
    ...LISTENING,
    users: { '1': { volume: 100, mute: false, pan: { left: 1, right: 1 }, ...changes } },
  };
}

realTest(PROGRAMS, 'volumes, pan, mute and deafness change what a sink plays', () =>
  SpeakerMachine.run(['speakers'], LISTENING, async (machine) => {
    const recording = await machine.record('speakers');
    const output = (volume: number) => ({ ...LISTENING, output: { deviceId: null, volume } });
    for (const [settings, left, right] of [
      [LISTENING, 0, 0],
      [output(25), -12, -12],
      [output(200), 6, 6],
      [withUser({ volume: 50 }), -6, -6],
      [withUser({ volume: 200 }), 6, 6],
      [withUser({ pan: { left: 1, right: 0.5 } }), 0, -6],
      [withUser({ pan: { left: 1, right: 0 } }), 0, SILENT],
      [withUser({ mute: true }), SILENT, SILENT],
      [{ ...LISTENING, isDeafened: true }, SILENT, SILENT],
      [LISTENING, 0, 0],
    ] as const) {
      machine.call.configure(settings);
      await assertPlayed(machine, recording, { left: LEVEL + left, right: LEVEL + right });
    }
  }),
);
