// test:all sound: speech in real time, compared with what was said
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertHears } from '../clients/support/voice/compare-sound.js';
import { type DaemonStage, setDaemonStage } from '../clients/support/voice/daemon-stage.js';
import type { RemoteVoiceBot } from '../clients/support/voice/remote-voice-bot.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { channelOf, mix } from '../helpers/sound/edit.js';
import { noise, SAMPLE_RATE, silence } from '../helpers/sound/signals.js';
import { speech } from '../helpers/sound/speech.js';
import { prioritize } from './support/prioritize.js';
import { SOUND_PROGRAMS, SoundMachine } from './support/sound-machine.js';
import { PLAIN_SOUND } from './support/voice-person.js';

const SENTENCE = 'Can you hear me now, or shall I say it once more?';

/** How long sound may take to arrive, in seconds. */
const AFTER = 1;

interface Stage extends DaemonStage {
  readonly machine: SoundMachine;
  readonly bot: RemoteVoiceBot;
}

async function start(toStop: (() => unknown)[]): Promise<Stage> {
  const machine = await SoundMachine.start();
  toStop.push(() => machine.stop());
  const stage = await setDaemonStage(['discord.js 14'], toStop, machine.environment);
  const { bots, daemon, guild } = stage;
  await daemon.run('voice', 'settings', ...PLAIN_SOUND);
  await daemon.run('voice', 'join', guild.channel);
  await eventually(() => machine.isInUse(), { describe: () => `no sound: ${daemon.stdout}` });
  const [bot] = bots;
  assert.ok(bot?.pid);
  for (const pid of [daemon.runtime.pid, bot.pid]) await prioritize(pid);
  await bot.join(guild.id, guild.channel);
  return { ...stage, machine, bot };
}

describe('a daemon and the unmodified @discordjs/voice 0.18 over TLS', () => {
  const toStop: (() => unknown)[] = [];
  let started: Promise<Stage> | null = null;
  after(async () => {
    for (const stop of toStop.reverse()) await stop();
  });

  /** The person and the bot in a voice channel, started by the first test that asks for it. */
  function useStage(): Promise<Stage> {
    started ??= start(toStop);
    return started;
  }

  realTest(SOUND_PROGRAMS, 'the speaker of the person plays the file that the bot plays', async () => {
    const { bot, machine, writeSound } = await useStage();
    const spoken = speech(SENTENCE);
    // The encoder of a bot that has just started is late with its first packets, and then sends several at once.
    const path = await writeSound('spoken', spoken);
    await bot.play(path);
    await assertHears(spoken, async () => {
      const recording = await machine.record();
      await bot.play(path);
      await sleep(AFTER * 1000);
      await recording.settle();
      await recording.stop();
      return channelOf(recording.stereo, 'left');
    });
  });

  realTest(SOUND_PROGRAMS, 'the bot receives what the person says', async () => {
    const { bot, machine, person } = await useStage();
    const spoken = speech(SENTENCE);
    // Noise above the threshold: a bot records packets one after the other, and in pauses there are none.
    const said = mix(spoken, noise(spoken.length / SAMPLE_RATE, -50));
    await bot.record(person.id);
    await assertHears(spoken, async () => {
      const before = (await bot.heard(person.id)).length;
      await machine.microphone.play(said);
      await machine.microphone.play(silence(AFTER));
      return (await bot.heard(person.id)).subarray(before);
    });
  });
});
