import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InputMeter } from '#guildhall/hardware/hardware.js';
import { CHANNEL_TYPES } from '#guildhall/protocol/objects/channel.js';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import type { Shortcut } from '#guildhall/protocol/rpc/shortcut.js';
import { settle } from '../../hardware/support/manual-clock.js';
import { guild, textChannel } from '../../helpers/objects.js';
import { REPORT_TERMS } from '../../helpers/report-terms.js';
import { CHANNEL, GUILD, MICROPHONE, type SoundHarness, withSound } from './sound-harness.js';

const HEADSET = { id: 'headset', name: 'Headset', direction: 'input', is_default: false } as const;
const SHORTCUT: Shortcut = [{ type: 0, code: 4, name: 'a' }];

describe('the sound of a voice channel', () => {
  test(
    'begins when the connection carries sound, and ends when the person leaves',
    withSound(async (harness) => {
      const { client, hardware } = harness;
      client.moveToVoiceChannel(client.state.channel(CHANNEL) ?? null);
      await harness.connect('CONNECTING');
      assert.equal(harness.calls, 0);
      const call = await harness.join();
      assert.equal(call.isOver, false);
      client.moveToVoiceChannel(null);
      await harness.connect('DISCONNECTED');
      assert.equal(call.isOver, true);
      assert.equal(hardware.sound.watchers, 0);
      assert.equal(harness.clock.timers, 0);
    }),
  );

  test(
    'outlives an interruption of ten seconds, and no longer one',
    withSound(async (harness) => {
      const call = await harness.join();
      await harness.connect('VOICE_DISCONNECTED');
      await harness.clock.advance(9_000);
      await harness.connect('VOICE_CONNECTED');
      await harness.clock.advance(60_000);
      assert.deepEqual([harness.calls, call.isOver], [1, false]);
      await harness.connect('NO_ROUTE');
      await harness.clock.advance(10_000);
      assert.equal(call.isOver, true);
      await harness.connect('VOICE_CONNECTED');
      assert.deepEqual([harness.calls, harness.call.isOver], [2, false]);
    }),
  );

  test(
    'does not begin if the person leaves while the devices are being listed',
    withSound(async (harness) => {
      harness.client.moveToVoiceChannel(harness.client.state.channel(CHANNEL) ?? null);
      harness.link.become({ ...harness.link.status, state: 'VOICE_CONNECTED' });
      harness.client.moveToVoiceChannel(null);
      harness.link.become({ ...harness.link.status, state: 'DISCONNECTED' });
      await settle();
      assert.equal(harness.calls, 0);
    }),
  );

  test(
    'follows every voice setting, the bitrate of the channel and the settings for users',
    withSound(async (harness) => {
      harness.hardware.sound.plug(HEADSET);
      const call = await harness.join();
      assert.deepEqual(call.settings, {
        input: { deviceId: null, volume: 100 },
        output: { deviceId: null, volume: 100 },
        mode: { type: 'VOICE_ACTIVITY', threshold: null },
        processing: { echoCancellation: true, noiseSuppression: true, automaticGainControl: true },
        isMuted: false,
        isDeafened: false,
        bitrate: 96_000,
        users: {},
      });
      await harness.room.changeOwn({
        input: { device_id: 'headset', volume: 50 },
        output: { volume: 150 },
        mode: { auto_threshold: false, threshold: -40 },
        echo_cancellation: false,
        noise_suppression: false,
        automatic_gain_control: false,
      });
      const { input, mode, output, processing } = call.settings;
      assert.deepEqual([input, output.volume], [{ deviceId: 'headset', volume: 50 }, 150]);
      assert.deepEqual(mode, { type: 'VOICE_ACTIVITY', threshold: -40 });
      assert.deepEqual(Object.values(processing), [false, false, false]);
      assert.equal(harness.link.isPreferred, true);
      await harness.room.changeOwn({ qos: false });
      assert.equal(harness.link.isPreferred, false);
      await harness.room.changeOwn({ mute: true });
      assert.deepEqual([call.settings.isMuted, call.settings.isDeafened], [true, false]);
      await harness.room.changeOwn({ mute: false, deaf: true });
      assert.deepEqual([call.settings.isMuted, call.settings.isDeafened], [true, true]);
    }),
  );

  test(
    'has the settings for the users in the channel, unless they are the defaults',
    withSound(async (harness) => {
      const { client, room } = harness;
      const call = await harness.join();
      const holder = {
        userId: '1',
        application: { id: '5', name: 'Game' },
        id: 'connection',
        mayNameKeys: () => false,
      };
      room.enter(holder);
      await room.changeUser(holder, '9', { volume: 30 });
      assert.deepEqual(call.settings.users, {});
      client.dispatch('VOICE_STATE_UPDATE', {
        ...{ guild_id: GUILD, channel_id: CHANNEL, user_id: '9', session_id: 'other' },
        ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false },
      });
      assert.deepEqual(call.settings.users, { 9: { volume: 30, mute: false, pan: { left: 1, right: 1 } } });
      room.leave(holder);
      await settle();
      assert.deepEqual(call.settings.users, {});
    }),
  );

  for (const [stated, used] of [
    [-1, 6_000],
    [0, 6_000],
    [1e15, 510_000],
  ] as const) {
    test(
      `encodes with ${used} bits per second when the service states ${stated}`,
      withSound(async (harness) => {
        const type = CHANNEL_TYPES.GUILD_VOICE;
        const channels = [textChannel('12', { type, bitrate: stated })];
        harness.client.addGuild(guild('201', { channels, members: [] }));
        harness.client.moveToVoiceChannel(harness.client.state.channel('12') ?? null);
        await harness.connect('VOICE_CONNECTED');
        assert.equal(harness.call.settings.bitrate, used);
      }),
    );
  }

  for (const [field, expected] of [
    ['mute', [true, false]],
    ['suppress', [true, false]],
    ['deaf', [true, true]],
  ] as const) {
    test(
      `is muted or deaf while the service says ${field}`,
      withSound(async (harness) => {
        const call = await harness.join();
        harness.client.dispatch('VOICE_STATE_UPDATE', {
          ...{ guild_id: GUILD, channel_id: CHANNEL, user_id: '1', session_id: 'mock' },
          ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false },
          [field]: true,
        });
        assert.deepEqual([call.settings.isMuted, call.settings.isDeafened], expected);
      }),
    );
  }

  test(
    'goes to the connection and comes from it',
    withSound(async (harness) => {
      const call = await harness.join();
      const frame = { userId: '9', sequence: 1, timestamp: 960, opus: Buffer.from('frame') };
      harness.link.emit('frame', frame);
      harness.link.emit('left', { userId: '9' });
      assert.deepEqual([call.played, call.forgotten], [[frame], ['9']]);
      call.listener.speaking(true);
      call.listener.frame(frame.opus);
      assert.deepEqual([harness.link.isSpeaking, harness.link.sent], [true, [frame.opus]]);
      await harness.connect('AWAITING_ENDPOINT');
      assert.equal(harness.link.isSpeaking, false);
    }),
  );

  for (const field of ['mute', 'deaf'] as const) {
    test(
      `is not sent after ${field}, although the driver still records and lists no devices`,
      withSound(async (harness) => {
        const call = await harness.join();
        harness.hardware.audio.endpoints = () => new Promise(() => {});
        void harness.room.changeOwn({ [field]: true });
        await settle();
        call.listener.speaking(true);
        call.listener.frame(Buffer.from('speech'));
        call.listener.frame(OPUS_SILENCE);
        assert.deepEqual([harness.link.isSpeaking, harness.link.sent], [false, [OPUS_SILENCE]]);
      }),
    );
  }

  test(
    'follows the mute button of the input at once, which overrides the setting',
    withSound(async (harness) => {
      const { certifiedDevices, muteButtons, sound } = harness.hardware;
      const link = { name: 'Example', url: 'https://example.test' };
      const device = { id: 'mic', vendor: link, model: link, related: [], hardware_mute: false };
      sound.unplug('mic');
      sound.plug({ ...MICROPHONE, container: 'usb:1' });
      certifiedDevices.set('vendor', [{ ...device, type: 'audioinput' }], REPORT_TERMS);
      const call = await harness.join();
      await harness.room.changeOwn({ mute: true });
      const press = () => muteButtons.press({ id: 'button', container: 'usb:1' });
      const speech = Buffer.from('speech');
      call.listener.frame(speech);
      press();
      await settle();
      assert.deepEqual([call.settings.isMuted, harness.link.sent], [false, []]);
      call.listener.frame(speech);
      press();
      call.listener.frame(speech);
      assert.deepEqual(harness.link.sent, [speech]);
      await settle();
      assert.equal(call.settings.isMuted, true);
    }),
  );

  test(
    'is not sent while a moderator mutes the person, although the driver still records',
    withSound(async (harness) => {
      const call = await harness.join();
      harness.client.dispatch('VOICE_STATE_UPDATE', {
        ...{ guild_id: GUILD, channel_id: CHANNEL, user_id: '1', session_id: 'mock' },
        ...{ deaf: false, mute: true, self_deaf: false, self_mute: false, suppress: false },
      });
      call.listener.frame(Buffer.from('speech'));
      assert.deepEqual(harness.link.sent, []);
    }),
  );
});

describe('push-to-talk', () => {
  test(
    'reads keys only in a call, with a shortcut and in its mode, and presses with it',
    withSound(async (harness) => {
      const { keys } = harness.hardware;
      await harness.room.changeOwn({ mode: { type: 'PUSH_TO_TALK', shortcut: SHORTCUT, delay: 70 } });
      assert.equal(keys.listening, false);
      const call = await harness.join();
      assert.deepEqual(call.settings.mode, { type: 'PUSH_TO_TALK', releaseMs: 70 });
      assert.equal(keys.listening, true);
      keys.press('b');
      assert.equal(call.isPressed, false);
      keys.press('a');
      assert.equal(call.isPressed, true);
      keys.release('a');
      assert.equal(call.isPressed, false);
      keys.press('a');
      await harness.room.changeOwn({ mode: { type: 'VOICE_ACTIVITY' } });
      await settle();
      assert.deepEqual([call.isPressed, keys.listening], [false, false]);
    }),
  );

  test(
    'releases the key when the keyboard can no longer be read',
    withSound(async (harness) => {
      await harness.room.changeOwn({ mode: { type: 'PUSH_TO_TALK', shortcut: SHORTCUT } });
      const call = await harness.join();
      harness.hardware.keys.press('a');
      harness.hardware.keys.interrupt();
      assert.equal(call.isPressed, false);
    }),
  );
});

describe('a shortcut of push-to-talk that an application chose', () => {
  const E: Shortcut = [{ type: 0, code: 8, name: 'e' }];
  /** An application that chose E, while the person's own shortcut is A. */
  async function choose({ room }: SoundHarness, mayNameKeys: () => boolean) {
    const holder = { userId: '1', application: { id: '5', name: 'Game' }, id: 'connection', mayNameKeys };
    await room.changeOwn({ mode: { shortcut: SHORTCUT } });
    room.enter(holder);
    const { mode } = await room.change(holder, { mode: { type: 'PUSH_TO_TALK', shortcut: E } });
    assert.deepEqual(mode.shortcut, E);
    return holder;
  }
  /** What is pressed while a key is. */
  const presses = (harness: SoundHarness, key: string) => {
    harness.hardware.keys.press(key);
    const { isPressed } = harness.call;
    harness.hardware.keys.release(key);
    return isPressed;
  };
  const both = (harness: SoundHarness) => [presses(harness, 'a'), presses(harness, 'e')];

  test(
    "is not watched without the person's permission: their own is",
    withSound(async (harness) => {
      let isAllowed = false;
      const holder = await choose(harness, () => isAllowed);
      await harness.join();
      assert.deepEqual(both(harness), [true, false]);
      assert.equal(harness.room.keysWaitFor()?.id, holder.id);
      isAllowed = true;
      harness.room.reviewKeys();
      assert.deepEqual(both(harness), [false, true]);
      assert.equal(harness.room.keysWaitFor(), null);
      // Nobody said that it ended.
      isAllowed = false;
      assert.deepEqual(both(harness), [false, false]);
      assert.deepEqual(both(harness), [true, false]);
    }),
  );

  test(
    'needs no permission if it has the keys of their own',
    withSound(async (harness) => {
      const holder = await choose(harness, () => false);
      await harness.join();
      const renamed = SHORTCUT.map((key) => ({ ...key, name: 'renamed' }));
      await harness.room.change(holder, { mode: { shortcut: renamed } });
      assert.equal(harness.room.keysWaitFor(), null);
      assert.deepEqual(both(harness), [true, false]);
    }),
  );

  test(
    'is not held by a key that was already down when it was chosen, nor watched after the connection that chose it',
    withSound(async (harness) => {
      const holder = await choose(harness, () => true);
      await harness.join();
      harness.hardware.keys.press('b');
      await harness.room.change(holder, { mode: { shortcut: [{ type: 0, code: 5, name: 'b' }] } });
      assert.equal(harness.call.isPressed, false);
      harness.hardware.keys.release('b');
      assert.equal(presses(harness, 'b'), true);
      const other = { ...holder, id: 'other', mayNameKeys: () => false };
      harness.room.enter(other);
      await harness.room.change(other, { mode: { shortcut: E } });
      assert.deepEqual(both(harness), [true, false]);
      await harness.room.change(holder, { mode: { shortcut: E } });
      assert.deepEqual(both(harness), [false, true]);
      harness.room.leave(other);
      assert.deepEqual(both(harness), [false, true]);
    }),
  );
});

describe('keys of the person', () => {
  const M: Shortcut = [{ type: 0, code: 16, name: 'm' }];
  const D: Shortcut = [{ type: 0, code: 7, name: 'd' }];
  const speech = Buffer.from('speech');

  test(
    'mute and deafen at each press as any other change does, and are read only in a call',
    withSound(async (harness) => {
      const { client, hardware, link, room } = harness;
      await room.setKey('mute', M);
      assert.equal(hardware.keys.listening, false);
      const call = await harness.join();
      await room.setKey('deafen', D);
      const seen: string[] = [];
      room.on('voiceSettingsUpdate', ({ settings }) => seen.push(`${settings.mute} ${settings.deaf}`));
      hardware.keys.press('m');
      call.listener.frame(speech);
      assert.deepEqual(link.sent, []);
      await settle();
      assert.deepEqual([seen.splice(0), call.settings.isMuted], [['true false'], true]);
      assert.deepEqual(client.flags.at(-1), { selfMute: true, selfDeaf: false });
      hardware.keys.release('m');
      hardware.keys.press('d');
      await settle();
      assert.deepEqual(seen.splice(0), ['true true']);
      // Two presses before any device was asked.
      hardware.keys.press('m');
      hardware.keys.release('m');
      hardware.keys.press('m');
      await settle();
      assert.equal(seen.at(-1), 'true true');
      await room.setKey('mute', []);
      hardware.keys.release('m');
      hardware.keys.press('m');
      assert.equal(room.flags().mute, true);
      await harness.connect('AWAITING_ENDPOINT');
      assert.equal(hardware.keys.listening, false);
    }),
  );

  test(
    'mute while the key of push-to-mute is held, and until the call ends, without changing what is saved',
    withSound(async (harness) => {
      const { hardware, link, room } = harness;
      await room.setKey('push_to_mute', M);
      const call = await harness.join();
      const muted = async () => {
        await settle();
        return [(await room.settings()).mute, call.settings.isMuted];
      };
      hardware.keys.press('m');
      call.listener.frame(speech);
      assert.deepEqual([link.sent, await muted()], [[], [true, true]]);
      hardware.keys.interrupt();
      assert.deepEqual(await muted(), [true, true]);
      hardware.keys.release('m');
      assert.deepEqual(await muted(), [false, false]);
      await room.changeOwn({ mute: true });
      hardware.keys.press('m');
      hardware.keys.release('m');
      assert.deepEqual(await muted(), [true, true]);
      // The key of mute changes what is in effect afterwards.
      await room.setKey('mute', D);
      hardware.keys.press('m', 'd');
      assert.deepEqual(await muted(), [true, true]);
      hardware.keys.release('d', 'm');
      assert.deepEqual(await muted(), [false, false]);
      hardware.keys.press('m');
      await harness.connect('AWAITING_ENDPOINT');
      assert.equal((await room.settings()).mute, false);
    }),
  );
});

describe('warnings', () => {
  test(
    'of a silent microphone follow the setting, and end with mute or the call',
    withSound(async (harness) => {
      const seen: boolean[] = [];
      harness.sound.on('microphoneSilent', ({ isSilent }) => seen.push(isSilent));
      const call = await harness.join();
      call.listener.silent(true);
      await harness.room.changeOwn({ mute: true });
      await harness.room.changeOwn({ mute: false, silence_warning: false });
      call.listener.silent(true);
      assert.deepEqual(seen, [true, false]);
      await harness.room.changeOwn({ silence_warning: true });
      call.listener.silent(true);
      await harness.connect('AWAITING_ENDPOINT');
      assert.deepEqual(seen, [true, false, true, false]);
    }),
  );

  test(
    'of a microphone that is absent end with the call, or when one can be opened',
    withSound(async (harness) => {
      const seen: unknown[] = [];
      harness.sound.on('deviceAbsent', ({ direction, isAbsent }) => seen.push([direction, isAbsent]));
      const call = await harness.join();
      call.listener.device('input', null);
      call.listener.device('input', null);
      call.listener.device('input', 'mic');
      call.listener.device('output', null);
      await harness.connect('AWAITING_ENDPOINT');
      const [absent, there] = [
        ['input', true],
        ['input', false],
      ];
      assert.deepEqual(seen, [absent, there, ['output', true], ['output', false]]);
    }),
  );

  test(
    'of a device that was unplugged name it, and the default is used',
    withSound(async (harness) => {
      const lost: unknown[] = [];
      harness.sound.on('deviceLost', (device) => lost.push(device));
      harness.hardware.sound.plug(HEADSET);
      const call = await harness.join();
      await harness.room.changeOwn({ input: { device_id: 'headset' } });
      harness.hardware.sound.unplug('headset');
      await settle();
      assert.deepEqual(lost, [{ direction: 'input', name: 'Headset' }]);
      assert.equal(call.settings.input.deviceId, null);
      harness.hardware.sound.plug(HEADSET);
      await settle();
      assert.equal(call.settings.input.deviceId, 'headset');
    }),
  );
});

describe('the meter', () => {
  const LEVEL: InputMeter = { level: -20, threshold: -50, isOpen: true };

  test(
    'names the devices that a call uses, until it ends',
    withSound(async (harness) => {
      const { sound } = harness;
      const seen: object[] = [];
      sound.on('devicesInUse', (devices) => seen.push(devices));
      const { listener } = await harness.join();
      listener.device('input', 'mic');
      listener.device('output', 'ear');
      listener.device('output', 'ear');
      assert.deepEqual(sound.devicesInUse, { input: 'mic', output: 'ear' });
      await harness.connect('AWAITING_ENDPOINT');
      assert.deepEqual(seen, [
        { input: 'mic', output: null },
        { input: 'mic', output: 'ear' },
        { input: null, output: null },
      ]);
    }),
  );

  test(
    'shows the input outside of a call, and the processed sound in one; nothing is open without watchers',
    withSound(async (harness) => {
      const seen: InputMeter[] = [];
      await harness.room.changeOwn({ mode: { auto_threshold: false, threshold: -30 } });
      const unwatch = harness.sound.watchMeter((meter) => seen.push(meter));
      await settle();
      harness.hardware.sound.sound(MICROPHONE.id, -25);
      assert.deepEqual(seen.splice(0), [{ level: -25, threshold: -30, isOpen: true }]);
      await harness.room.changeOwn({ input: { volume: 10 } });
      await settle();
      harness.hardware.sound.sound(MICROPHONE.id, -25);
      assert.deepEqual(seen.splice(0), [{ level: -45, threshold: -30, isOpen: false }]);
      const call = await harness.join();
      assert.equal(call.isMeasured, true);
      harness.hardware.sound.sound(MICROPHONE.id, -25);
      call.listener.meter(LEVEL);
      assert.deepEqual(seen, [LEVEL]);
      unwatch();
      assert.equal(call.isMeasured, false);
      await harness.connect('AWAITING_ENDPOINT');
      assert.equal(harness.hardware.sound.watchers, 0);
    }),
  );
});
