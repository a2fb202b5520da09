import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureVoiceKey, setVoiceKey } from '#guildhall/control/operations/keys.js';
import {
  changeUserVoiceSettings,
  changeVoiceSettings,
  getVoiceStatus,
  selectVoiceChannel,
  type VoicePart,
  watchVoice,
} from '#guildhall/control/operations/voice.js';
import { readVoiceGuilds } from '#guildhall/control/voice/voice-guilds.js';
import { UserError } from '#guildhall/platform/errors.js';
import { eventually } from '../helpers/eventually.js';
import { guild, textChannel } from '../helpers/objects.js';
import { addVoiceGuild, setVoiceState, voiceChannel } from '../helpers/voice-guild.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { type ControlHarness, withControl } from './control-harness.js';

const LEFT_BUTTON = { type: 1 as const, code: 1, name: 'mouse 1' };
const PUSH_TO_TALK = { action: 'push_to_talk' };
const GAME = {
  application: { id: '100', name: 'Game' },
  id: 'connection',
  userId: '1',
  mayNameKeys: () => false,
};

/** The latest value of each part that a stream has sent. */
class Watched {
  readonly parts: { [Part in VoicePart as Part['part']]?: Part['value'] } = {};
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(harness: ControlHarness) {
    this.#ended = this.#follow(harness);
    // `stop` throws why it ended; a test may have failed before.
    this.#ended.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #follow({ daemon }: ControlHarness): Promise<void> {
    for await (const { part, value } of daemon.stream(watchVoice, {}, {}, this.#stop.signal)) {
      Object.assign(this.parts, { [part]: value });
    }
  }
}

test(
  'a stream of voice sends members, settings, lock, connection, speakers and levels as they change',
  withControl(async (harness) => {
    const { client, hardware, link, sound, voice } = harness;
    addVoiceGuild(client);
    const watched = new Watched(harness);
    const { parts } = watched;
    await eventually(() => parts.guilds?.guilds.length === 1 && parts.channel === null);
    for (const id of ['1', '2']) setVoiceState(client, id, '12', { self_mute: id === '2' });
    const people = () => parts.channel?.members.map(({ name, is_muted }) => [name, is_muted]);
    await eventually(() => JSON.stringify(people()) === '[["ada",false],["bob",true]]');
    await eventually(() => parts.guilds?.guilds[0]?.channels[0]?.members.length === 2);

    link.emit('speakingStart', { channelId: '12', userId: '2' });
    await eventually(() => parts.speaking?.[0] === '2');
    link.emit('speakingStop', { channelId: '12', userId: '2' });
    await eventually(() => parts.speaking?.length === 0);

    await voice.changeOwnUser('2', { volume: 70 });
    await eventually(() => parts.channel?.members[1]?.settings.volume === 70);

    voice.enter(GAME);
    await voice.changeUser(GAME, '99', { mute: true });
    await eventually(() => parts.settings?.holder?.name === 'Game');
    voice.leave(GAME);
    await eventually(() => parts.settings?.holder === null);

    hardware.sound.plug({ id: 'm', name: 'Microphone', direction: 'input', is_default: false });
    await voice.changeOwn({ input: { device_id: 'm' } });
    await eventually(() => parts.settings?.settings.input.device_id === 'm');
    hardware.sound.unplug('m');
    await eventually(() => parts.settings?.missing_devices[0] === 'input');

    link.become({ ...link.status, state: 'NO_ROUTE', hostname: 'voice.example' });
    await eventually(() => parts.connection?.state === 'NO_ROUTE');

    sound.measure({ level: -33, threshold: -40, isOpen: true });
    await eventually(() => parts.meter?.is_open === true);
    sound.isMicrophoneSilent = true;
    sound.emit('microphoneSilent', { isSilent: true });
    await eventually(() => parts.silent === true);

    await watched.stop();
    await eventually(() => sound.watchers === 0 && hardware.sound.watchers === 0);
  }),
);

test(
  'the person’s settings for a user are changed; unknown users and values are refused',
  withControl(async ({ client, daemon, voice }) => {
    addVoiceGuild(client);
    const change = (id: string, body: object) => daemon.call(changeUserVoiceSettings, { id }, body);
    assert.deepEqual(await change('2', { volume: 30, pan: { left: 0.5, right: 1 } }), {
      ...{ volume: 30, mute: false, pan: { left: 0.5, right: 1 } },
    });
    await change('2', { mute: true });
    assert.equal(voice.userSettings('2').volume, 30);
    await assert.rejects(change('99', { mute: true }), UserError);
    await assert.rejects(change('2', { volume: 201 }), UserError);
    await assert.rejects(change('2', { pan: { left: 1.1, right: 0 } }), UserError);
  }),
);

test(
  'the next combination becomes that of push-to-talk; a click alone does not',
  withControl(async ({ daemon, hardware: { keys }, voice }) => {
    const states: string[] = [];
    const captured = (async () => {
      for await (const { state } of daemon.stream(captureVoiceKey, PUSH_TO_TALK, {})) states.push(state);
    })();
    await eventually(() => keys.listening);
    keys.press(LEFT_BUTTON);
    keys.release(LEFT_BUTTON);
    await eventually(() => states.length === 2 && keys.listening);
    keys.press('ctrl', 'g');
    keys.release('g', 'ctrl');
    await captured;
    assert.deepEqual(states, ['listening', 'listening', 'completed']);
    const { shortcut } = (await voice.settings()).mode;
    assert.deepEqual(
      shortcut.map(({ code }) => code),
      [224, 10],
    );
    assert.equal(keys.listening, false);
  }),
);

test(
  'each action has its own key, which is shown where settings are, and conflicts are refused',
  withControl(async (harness) => {
    const { daemon, hardware, voice } = harness;
    const watched = new Watched(harness);
    await eventually(() => watched.parts.settings?.keys.mute.length === 0);
    const capture = async (action: string, ...pressed: string[]) => {
      const items: object[] = [];
      const captured = (async () => {
        for await (const item of daemon.stream(captureVoiceKey, { action }, {})) items.push(item);
      })();
      await eventually(() => hardware.keys.listening);
      hardware.keys.press(...pressed);
      hardware.keys.release(...pressed);
      await captured;
      return items.at(-1);
    };
    await capture('mute', 'g');
    await eventually(() => watched.parts.settings?.keys.mute[0]?.name === 'g');
    assert.deepEqual(await capture('push_to_mute', 'g'), {
      state: 'refused',
      message: 'g is already the key of mute',
      hint: 'Choose another one, or clear that one first.',
    });
    assert.deepEqual(voice.keys().push_to_mute, []);
    const ctrlG = [{ type: 2 as const, code: 224, name: 'ctrl' }, ...voice.keys().mute];
    for (const change of [
      () => daemon.call(setVoiceKey, PUSH_TO_TALK, { shortcut: ctrlG }),
      () => daemon.call(changeVoiceSettings, {}, { mode: { shortcut: ctrlG } }),
    ])
      await assert.rejects(change, /^UserError: ctrl \+ g shares its keys with g, the key of mute$/);
    const keys = await daemon.call(setVoiceKey, { action: 'mute' }, { shortcut: [] });
    assert.deepEqual(keys, { push_to_talk: [], push_to_mute: [], mute: [], deafen: [] });
    await eventually(() => watched.parts.settings?.keys.mute.length === 0);
    await daemon.call(setVoiceKey, PUSH_TO_TALK, { shortcut: ctrlG });
    assert.deepEqual((await daemon.call(getVoiceStatus, {}, {})).keys.push_to_talk, ctrlG);
    await assert.rejects(
      daemon.call(setVoiceKey, { action: 'shout' }, { shortcut: [] }),
      /no key has the action shout/,
    );
    await watched.stop();
  }),
);

test(
  'keys of push-to-talk are captured five times in a row, each with a notification, so that a page cannot record keys',
  withControl(async ({ daemon, hardware: { keys }, notifier }) => {
    const capture = async () => {
      const states: string[] = [];
      for await (const { state } of daemon.stream(captureVoiceKey, PUSH_TO_TALK, {})) states.push(state);
      return states;
    };
    for (let round = 0; round < 5; round += 1) {
      const captured = capture();
      await eventually(() => keys.listening);
      await assert.rejects(capture(), UserError, 'one at a time');
      keys.press('g');
      keys.release('g');
      assert.deepEqual(await captured, ['listening', 'completed']);
    }
    await assert.rejects(capture(), UserError, 'after five');
    const titles = notifier.history.map(({ notification }) => notification.title);
    assert.equal(titles.filter((title) => title.includes('push-to-talk')).length, 5);
    assert.ok(!notifier.shown.has('key-reading'));
  }),
);

test(
  'a key that mutes does not mute while it is captured, but one that mutes while it is held does',
  withControl(async ({ daemon, hardware: { keys }, voice }) => {
    const isMutedBy = (action: 'mute' | 'push_to_mute') => {
      voice.pressKey(action, true);
      const { mute } = voice.flags();
      voice.pressKey(action, false);
      return mute;
    };
    let meanwhile: boolean[] = [];
    for await (const { state } of daemon.stream(captureVoiceKey, { action: 'mute' }, {})) {
      if (state !== 'listening') continue;
      meanwhile = [isMutedBy('mute'), isMutedBy('push_to_mute')];
      keys.press('g');
      keys.release('g');
    }
    assert.deepEqual([meanwhile, isMutedBy('mute')], [[false, true], true]);
  }),
);

test(
  'a capture of a key that is ended changes nothing and stops reading keys',
  withControl(async ({ daemon, hardware, voice }) => {
    const stop = new AbortController();
    const ended = (async () => {
      for await (const _state of daemon.stream(captureVoiceKey, PUSH_TO_TALK, {}, stop.signal)) await null;
    })();
    await eventually(() => hardware.keys.listening);
    hardware.keys.press('g');
    stop.abort();
    await ended;
    await eventually(() => !hardware.keys.listening);
    assert.deepEqual((await voice.settings()).mode.shortcut, []);
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY');
    await assert.rejects(async () => {
      for await (const _state of daemon.stream(captureVoiceKey, PUSH_TO_TALK, {})) await null;
    }, UserError);
  }),
);

test(
  'who is speaking is forgotten when the person leaves or changes the channel',
  withControl(async ({ client, daemon, link }) => {
    addVoiceGuild(client);
    await daemon.call(selectVoiceChannel, {}, { channel_id: '12', force: false });
    link.emit('speakingStart', { channelId: '12', userId: '2' });
    assert.deepEqual((await daemon.call(getVoiceStatus, {}, {})).speaking, ['2']);
    await daemon.call(selectVoiceChannel, {}, { channel_id: '13', force: true });
    assert.deepEqual((await daemon.call(getVoiceStatus, {}, {})).speaking, []);
  }),
);

test(
  'lists of channels and members are limited and count the rest',
  withControl(async ({ client, daemon }) => {
    const channels = Array.from({ length: 510 }, (_, index) => voiceChannel(String(1000 + index)));
    addVoiceGuild(client, { channels, names: Array.from({ length: 120 }, (_, index) => `user ${index}`) });
    for (let id = 1; id <= 121; id += 1) setVoiceState(client, String(id), '1000');
    const { guilds, more } = readVoiceGuilds(client);
    assert.deepEqual([guilds[0]?.channels.length, more], [500, 10]);
    assert.deepEqual([guilds[0]?.channels[0]?.members.length, guilds[0]?.channels[0]?.more], [10, 111]);
    const { channel } = await daemon.call(getVoiceStatus, {}, {});
    assert.deepEqual([channel?.members.length, channel?.more], [100, 21]);
    assert.equal(channel?.members[0]?.is_self, true);
  }),
);

test(
  'a voice channel is joined by its id, or by its name if no other has it; errors name those that there are',
  withControl(async ({ client, daemon }) => {
    const channels = [
      voiceChannel('12', { name: 'Lounge' }),
      voiceChannel('13', { name: 'Stage' }),
      voiceChannel('14', { name: 'Stage' }),
    ];
    addVoiceGuild(client, { channels });
    const join = (channel_id: string) => daemon.call(selectVoiceChannel, {}, { channel_id, force: true });
    assert.deepEqual(await join('Lounge'), { channel_id: '12', name: 'Lounge' });
    assert.deepEqual(await join('14'), { channel_id: '14', name: 'Stage' });
    const refused = async (channel: string) => {
      const error = await join(channel).catch((reason: unknown) => reason);
      assert.ok(error instanceof UserError);
      return [error.message, error.hint];
    };
    const stages = 'Guild 200/Stage (13), Guild 200/Stage (14)';
    const all = `Voice channels: Guild 200/Lounge (12), ${stages}`;
    assert.deepEqual(await refused('Lobby'), ['there is no voice channel Lobby', all]);
    assert.deepEqual(await refused('Stage'), [
      'several voice channels are named Stage',
      `Name one by its id, or write GUILD/NAME: ${stages}`,
    ]);
  }),
);

test('voice channels are listed in the order of the channel list', () => {
  const client = new MockChatClient();
  const channels = [
    textChannel('10', { type: 4, position: 0 }),
    textChannel('11', { type: 2, parent_id: '10', position: 0 }),
    textChannel('13', { type: 2, position: 1 }),
    textChannel('12', { type: 2, position: 1 }),
  ];
  client.addGuild(guild('200', { channels }));
  const [listed] = readVoiceGuilds(client).guilds;
  assert.deepEqual(
    listed?.channels.map(({ id }) => id),
    ['12', '13', '11'],
  );
});
