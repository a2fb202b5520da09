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
import { assertHeard } from './support/voice/compare-sound.js';
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

/** How many samples one bot heard of another while that one played a tone. */
async function countHeard(speaker = stage.grace, listener = stage.ada): Promise<number> {
  await listener.record(speaker.id);
  const before = (await listener.heard(speaker.id)).length;
  await speaker.play(await stage.writeSound('tone', tone(440, SHORT)));
  return (await listener.heard(speaker.id)).length - before;
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
    const { ada, grace, writeSound } = stage;
    await joinBoth();
    const [first, second] = [speech(SENTENCES), speech(OTHER_SENTENCES, { voice: 'en-us+f3' })];
    await grace.record(ada.id);
    await ada.record(grace.id);
    const files = [await writeSound('first', first), await writeSound('second', second)] as const;
    await Promise.all([ada.play(files[0]), grace.play(files[1])]);
    assertHeard(await grace.heard(ada.id), first);
    assertHeard(await ada.heard(grace.id), second);
    assert.deepEqual(await ada.states(), ['signalling', 'connecting', 'ready']);
  });

  test('the daemon of a person in the channel reports when a bot speaks', async () => {
    const { ada, daemon, guild, writeSound } = stage;
    await joinBoth();
    const client = await subscribe('VOICE_CONNECTION_STATUS', 'SPEAKING_START', 'SPEAKING_STOP');
    await daemon.run('voice', 'join', guild.channel);
    await client.next(({ data }) => data?.state === 'VOICE_CONNECTED');
    await ada.play(await writeSound('tone', tone(440, SHORT)));
    for (const event of ['SPEAKING_START', 'SPEAKING_STOP']) {
      assert.deepEqual((await client.next(({ evt }) => evt === event)).data, { user_id: ada.id });
    }
    await daemon.run('voice', 'leave');
  });

  test('nobody hears a bot that a moderator muted, nor a bot that is deafened hears others', async () => {
    const { ada, grace, guild } = stage;
    await joinBoth();
    await guild.moderate(grace.id, { mute: true });
    assert.equal(await countHeard(), 0);
    await guild.moderate(grace.id, { mute: false });
    assert.ok((await countHeard()) > 0);
    await guild.moderate(ada.id, { deaf: true });
    assert.equal(await countHeard(), 0);
    await guild.moderate(ada.id, { deaf: false });
    assert.ok((await countHeard()) > 0);
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
    for (let sequence = 0; sequence < 10; sequence += 1) speaker.speak(sequence, OPUS_SILENCE, shape);
    await eventually(async () => (await ada.heard(person.id)).length > 0);
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
    assert.ok((await countHeard()) > 0);
  });

  test('a bot resumes when its connection is lost, and hears what was said meanwhile', async () => {
    const { ada, proxy } = stage;
    await joinBoth();
    const before = (await ada.states()).length;
    proxy.cut();
    assert.ok((await countHeard()) > 0);
    await eventually(async () => (await ada.states()).at(-1) === 'ready');
    assert.deepEqual((await ada.states()).slice(before), ['connecting', 'ready']);
    assert.ok((await countHeard()) > 0);
  });

  test('a bot that a moderator disconnects stays out, and can join again', async () => {
    const { grace, guild } = stage;
    await joinBoth();
    await guild.moderate(grace.id, { channel_id: null });
    await eventually(async () => (await grace.states()).at(-1) === 'disconnected');
    await grace.join(guild.id, guild.channel);
    assert.ok((await countHeard()) > 0);
  });
});
