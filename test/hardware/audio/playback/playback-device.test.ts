import assert from 'node:assert/strict';
import type { CallSettings } from '#guildhall/hardware/audio/call/call.js';
import { eventually } from '../../../helpers/eventually.js';
import { blocksOf, channelOf } from '../../../helpers/sound/edit.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { samplesOf, tone } from '../../../helpers/sound/signals.js';
import { monotonicNow } from '../../../sound/support/monotonic.js';
import type { Recording } from '../../../sound/support/recording.js';
import { realTest } from '../../support/programs.js';
import { LISTENING, SpeakerMachine } from './support/speaker-machine.js';

const PROGRAMS = ['pulseaudio', 'pactl', 'parec', 'libopus.so.0'];
const LEVEL = -20;

/** Lets a user speak for a second. @returns the level of each channel in the loudest fifth of it, in dBFS */
async function levelsOf(
  machine: SpeakerMachine,
  recording: Recording,
): Promise<{ left: number; right: number }> {
  const since = monotonicNow();
  await machine.speak('1', tone(440, 1, LEVEL));
  await recording.settle();
  const parts = blocksOf(recording.between(since + 200, since + 1000), 2 * samplesOf(0.2));
  const loudest = (channel: 'left' | 'right') =>
    Math.max(...parts.map((part) => levelOf(channelOf(part, channel))));
  return { left: loudest('left'), right: loudest('right') };
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1, `${actual} is not ${expected} ± 1`);
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
    const played = async (settings: CallSettings) => {
      machine.call.configure(settings);
      return await levelsOf(machine, recording);
    };
    const output = (volume: number) => ({ ...LISTENING, output: { deviceId: null, volume } });
    for (const [settings, left, right] of [
      [LISTENING, 0, 0],
      [output(25), -12, -12],
      [output(200), 6, 6],
      [withUser({ volume: 50 }), -6, -6],
      [withUser({ volume: 200 }), 6, 6],
      [withUser({ pan: { left: 1, right: 0.5 } }), 0, -6],
    ] as const) {
      const levels = await played(settings);
      assertNear(levels.left, LEVEL + left);
      assertNear(levels.right, LEVEL + right);
    }
    const left = await played(withUser({ pan: { left: 1, right: 0 } }));
    assertNear(left.left, LEVEL);
    assert.ok(left.right < -80, `${left.right}`);
    for (const settings of [withUser({ mute: true }), { ...LISTENING, isDeafened: true }]) {
      const levels = await played(settings);
      assert.ok(levels.left < -80 && levels.right < -80, JSON.stringify(levels));
    }
    assertNear((await played(LISTENING)).left, LEVEL);
  }),
);

realTest(PROGRAMS, 'a sink that is removed is replaced by the default until it is back', () =>
  SpeakerMachine.run(['speakers', 'headset'], LISTENING, async (machine) => {
    const [speakers, headset] = [await machine.idOf('speakers'), await machine.idOf('headset')];
    const isReported = (id: string) => eventually(() => machine.reports.at(-1) === id);
    await isReported(speakers);
    machine.call.configure({ ...LISTENING, output: { deviceId: headset, volume: 100 } });
    await isReported(headset);
    const before = await machine.record('headset');
    assertNear((await levelsOf(machine, before)).left, LEVEL);
    await machine.unplug('headset');
    await isReported(speakers);
    assertNear((await levelsOf(machine, await machine.record('speakers'))).left, LEVEL);
    await machine.plug('headset');
    await isReported(headset);
    assertNear((await levelsOf(machine, await machine.record('headset'))).left, LEVEL);
    assert.deepEqual(machine.reports, [speakers, headset, speakers, headset]);
  }),
);

realTest(PROGRAMS, 'the only sink can be removed and come back more often than there are threads', () =>
  SpeakerMachine.run(['speakers'], LISTENING, async (machine) => {
    const id = await machine.idOf('speakers');
    for (let round = 0; round < 6; round += 1) {
      await eventually(() => machine.reports.at(-1) === id);
      void machine.speak('1', tone(440, 0.2, LEVEL));
      await machine.unplug('speakers');
      await eventually(() => machine.reports.at(-1) === null);
      await machine.plug('speakers');
    }
    await eventually(() => machine.reports.at(-1) === id);
    assertNear((await levelsOf(machine, await machine.record('speakers'))).left, LEVEL);
  }),
);
