import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import { GatewayClient } from '../api/support/gateway-client.js';
import { joinChannel, VoiceClient } from '../api/voice/support/voice-client.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, registerGame } from '../helpers/service.js';
import { tone } from '../helpers/sound/signals.js';
import { OTHER_SENTENCES, SENTENCES, SPEECH_PROGRAMS, speech } from '../helpers/sound/speech.js';
import { assertHearEachOther, untilHeard } from './support/voice/compare-sound.js';
import { type DaemonStage, setDaemonStage } from './support/voice/daemon-stage.js';
import type { RemoteVoiceBot } from './support/voice/remote-voice-bot.js';

/** Long enough that packets arrive, in seconds. */
const SHORT = 0.5;

let stage: DaemonStage & { readonly ada: RemoteVoiceBot; readonly grace: RemoteVoiceBot };
const toStop: (() => unknown)[] = [];
before(async () => {
  const set = await setDaemonStage(['discord.js 14', 'discord.js 14'], toStop);
  const [ada, grace] = set.bots;
  assert.ok(ada && grace);
  stage = { ...set, ada, grace };
});
after(async () => {
  for (const stop of toStop.reverse()) await stop();
});

afterEach(async () => {
  for (const bot of [stage.ada, stage.grace]) await bot.leave();
});

async function joinBoth(): Promise<void> {
  const { ada, grace, guild } = stage;
  for (const bot of [ada, grace]) await bot.join(guild.id, guild.channel);
}

/** Waits until Ada hears a tone that Grace plays. */
async function assertAdaHears(): Promise<void> {
  await untilHeard(stage.grace, stage.ada, await writeTone());
}

/**
 * Plays a tone of Grace until Ada receives nothing of one: the end of what she still heard may be under way. Ada must have heard
 * Grace before: she knows whose packets come.
 */
async function assertAdaHearsNothing(): Promise<void> {
  const { ada, grace } = stage;
  const path = await writeTone();
  await eventually(async () => {
    const before = (await ada.heard(grace.id)).length;
    await grace.play(path);
    return (await ada.heard(grace.id)).length === before;
  });
}

function writeTone(): Promise<string> {
  return stage.writeSound('tone', tone(440, SHORT));
}

/** What the person's own voice connection reports to applications. */
async function subscribe(...events: readonly string[]): Promise<RawRpcClient> {
  const { daemon, guild, person } = stage;
  const game = await registerGame(daemon);
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
  toStop.push(() => client.close());
  const token = await accessToken(daemon.runtime.api.url, game, person, ['rpc']);
  await client.request('AUTHENTICATE', { access_token: token });
  for (const event of events) {
    const reply = await client.request('SUBSCRIBE', { channel_id: guild.channel }, event);
    assert.equal(reply.evt, null, JSON.stringify(reply));
  }
  return client;
}

describe('@discordjs/voice 0.18 with discord.js 14, unmodified, over TLS', () => {
  realTest(SPEECH_PROGRAMS, 'two bots join a channel and hear each other', async () => {
    const { ada, grace } = stage;
    await joinBoth();
    const [first, second] = [speech(SENTENCES), speech(OTHER_SENTENCES, { voice: 'en-us+f3' })];
    await assertHearEachOther(stage, [ada, grace], [first, second]);
    assert.deepEqual(await ada.states(), ['signalling', 'connecting', 'ready']);
  });

  test('the daemon of a person in the channel reports when a bot speaks', async () => {
    const { ada, daemon, guild } = stage;
    await joinBoth();
    const client = await subscribe('VOICE_CONNECTION_STATUS', 'SPEAKING_START', 'SPEAKING_STOP');
    await daemon.run('voice', 'join', guild.channel);
    await client.next(({ data }) => data?.state === 'VOICE_CONNECTED');
    await ada.play(await writeTone());
    for (const event of ['SPEAKING_START', 'SPEAKING_STOP']) {
      assert.deepEqual((await client.next(({ evt }) => evt === event)).data, { user_id: ada.id });
    }
    await daemon.run('voice', 'leave');
  });

  test('nobody hears a bot that a moderator muted, nor a bot that is deafened hears others', async () => {
    const { ada, grace, guild } = stage;
    await joinBoth();
    await assertAdaHears();
    await guild.moderate(grace.id, { mute: true });
    await assertAdaHearsNothing();
    await guild.moderate(grace.id, { mute: false });
    await assertAdaHears();
    await guild.moderate(ada.id, { deaf: true });
    await assertAdaHearsNothing();
    await guild.moderate(ada.id, { deaf: false });
    await assertAdaHears();
  });

  test('packets with every optional part of a header are heard, and do not end the bot', async () => {
    const { ada, certificate, daemon, guild, person } = stage;
    await ada.join(guild.id, guild.channel);
    const gateway = await GatewayClient.identify(daemon.runtime.api.url, person.token);
    toStop.push(() => gateway.close());
    const place = { guildId: guild.id, channelId: guild.channel, userId: person.id };
    const speaker = await VoiceClient.join(await joinChannel(gateway, place), { ca: certificate.cert });
    await ada.record(person.id);
    const shape = {
      isMarked: true,
      sources: [1, 2],
      extension: { profile: 0x1000, content: Buffer.alloc(8) },
      padding: Buffer.alloc(4, 4),
    };
    let sequence = 0;
    await eventually(async () => {
      speaker.speak(sequence++, OPUS_SILENCE, shape);
      return (await ada.heard(person.id)).length > 0;
    });
    assert.deepEqual(await ada.states(), ['signalling', 'connecting', 'ready']);
    await speaker.close();
  });

  test('a bot that a moderator moves connects again, and its sound reaches the other channel', async () => {
    const { ada, grace, guild } = stage;
    await joinBoth();
    const before = (await ada.states()).length;
    for (const bot of [ada, grace]) await guild.moderate(bot.id, { channel_id: guild.otherChannel });
    await eventually(async () => (await ada.states()).length > before);
    await eventually(async () => (await ada.states()).at(-1) === 'ready');
    await eventually(async () => (await grace.states()).at(-1) === 'ready');
    await assertAdaHears();
  });

  test('a bot resumes when its connection is lost, and hears what was said meanwhile', async () => {
    const { ada, proxy } = stage;
    await joinBoth();
    const before = (await ada.states()).length;
    proxy.cut();
    await assertAdaHears();
    // She may have heard before the library saw that its connection is lost.
    await eventually(async () => (await ada.states()).length > before);
    await eventually(async () => (await ada.states()).at(-1) === 'ready');
    assert.deepEqual((await ada.states()).slice(before), ['connecting', 'ready']);
    await assertAdaHears();
  });

  test('a bot that a moderator disconnects stays out, and can join again', async () => {
    const { grace, guild } = stage;
    await joinBoth();
    await guild.moderate(grace.id, { channel_id: null });
    await eventually(async () => (await grace.states()).at(-1) === 'disconnected');
    await grace.join(guild.id, guild.channel);
    await assertAdaHears();
  });
});
