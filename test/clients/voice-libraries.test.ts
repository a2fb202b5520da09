import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { cut } from '../helpers/sound/edit.js';
import { OTHER_SENTENCES, SENTENCES, SPEECH_PROGRAMS, speech } from '../helpers/sound/speech.js';
import { assertHearEachOther } from './support/voice/compare-sound.js';
import { setServiceStage } from './support/voice/service-stage.js';
import type { VoiceLibrary } from './support/voice/voice-bot-process.js';
import type { VoiceStage } from './support/voice/voice-stage.js';

/** Libraries of several years, each with a bot; some connect to the default port of TLS, whatever the endpoint's is. */
const LIBRARIES = ['discord.js 12', 'discord.js 13', 'eris', 'oceanic.js'] as const satisfies VoiceLibrary[];

/** of each sound */
const SECONDS = 4;

/** Why these tests are skipped; in CI they are not. */
const reason = process.env.CI === 'true' || process.getuid?.() === 0 ? false : 'only root may use port 443';

describe('Voice of other libraries, unmodified, over TLS', { skip: reason }, () => {
  let stage: VoiceStage;
  const toStop: (() => unknown)[] = [];
  before(async () => {
    stage = await setServiceStage(['discord.js 14', ...LIBRARIES], toStop);
  });
  after(async () => {
    for (const stop of toStop.reverse()) await stop();
  });

  for (const [index, library] of LIBRARIES.entries()) {
    realTest(SPEECH_PROGRAMS, `${library} and @discordjs/voice 0.18 hear each other`, async () => {
      const { guild } = stage;
      const [other, bot] = [stage.bots[0], stage.bots[index + 1]];
      assert.ok(other && bot);
      for (const each of [other, bot]) await each.join(guild.id, guild.channel);
      const [first, second] = [SENTENCES, OTHER_SENTENCES].map((text) => cut(speech(text), 0, SECONDS));
      assert.ok(first && second);
      await assertHearEachOther(stage, [bot, other], [first, second]);
      for (const each of [other, bot]) await each.leave();
    });
  }
});
