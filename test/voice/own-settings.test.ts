import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { NotSavedError } from '#guildhall/platform/errors.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { UnknownDeviceError } from '#guildhall/voice/errors.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import type { SavedVoiceSettings } from '#guildhall/voice/saved-settings.js';
import type { VoiceHolder, VoiceRoom } from '#guildhall/voice/voice.js';
import { settle } from '../hardware/support/manual-clock.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockVoiceLink } from '../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';

const GAME: VoiceHolder = {
  application: { id: '100', name: 'Game' },
  id: 'connection',
  userId: '1',
  mayNameKeys: () => false,
};
const MIC = { id: 'mic', name: 'Mic', direction: 'input', is_default: false } as const;

function withVoice(
  run: (voice: VoiceRoom, hardware: MockHardware, client: MockChatClient) => Promise<void>,
  saved: SavedVoiceSettings = createUnsavedSettings(),
): () => Promise<void> {
  return async () => {
    const [client, hardware] = [new MockChatClient(), new MockHardware()];
    const link = new MockVoiceLink();
    const voice = new LocalVoiceRoom({
      client,
      hardware,
      link,
      saved,
      clock: systemClock,
      log: silentLogger,
    });
    try {
      await run(voice, hardware, client);
    } finally {
      await voice.stop();
      await hardware.stop();
    }
  };
}

test(
  'the person’s changes apply at once, even over an application’s change of the same field',
  withVoice(async (voice) => {
    voice.enter(GAME);
    await voice.change(GAME, { mute: false, deaf: true, input: { volume: 10 } });
    const { mute, deaf, input } = await voice.changeOwn({ mute: true });
    assert.deepEqual([mute, deaf, input.volume], [true, true, 10]);
    assert.equal((await voice.changeOwn({ input: { volume: 60 } })).input.volume, 60);
    voice.leave(GAME);
    const after = await voice.settings();
    assert.deepEqual([after.mute, after.deaf, after.input.volume], [true, false, 60]);
  }),
);

test(
  'when an application disconnects, the settings are what the person set meanwhile',
  withVoice(async (voice) => {
    await voice.changeOwn({ output: { volume: 120 } });
    voice.enter(GAME);
    await voice.change(GAME, { output: { volume: 5 }, mute: true });
    await voice.changeOwn({ noise_suppression: false });
    voice.leave(GAME);
    const { mute, noise_suppression, output } = await voice.settings();
    assert.deepEqual([mute, noise_suppression, output.volume], [false, false, 120]);
  }),
);

test(
  'an endpoint selected by the person applies while it is plugged in',
  withVoice(async (voice, hardware) => {
    await assert.rejects(voice.changeOwn({ input: { device_id: 'mic' } }), UnknownDeviceError);
    hardware.sound.plug(MIC);
    assert.equal((await voice.changeOwn({ input: { device_id: 'mic' } })).input.device_id, 'mic');
    hardware.sound.unplug('mic');
    assert.equal((await voice.settings()).input.device_id, 'default');
    hardware.sound.plug(MIC);
    assert.equal((await voice.settings()).input.device_id, 'mic');
  }),
);

test(
  'an endpoint selected by an application is replaced by the person’s while it is unplugged',
  withVoice(async (voice, hardware) => {
    for (const id of ['mic', 'other']) hardware.sound.plug({ ...MIC, id });
    await voice.changeOwn({ input: { device_id: 'mic' } });
    voice.enter(GAME);
    await voice.change(GAME, { input: { device_id: 'other' } });
    const inUse = async () => {
      const settings = await voice.settings();
      return [settings.input.device_id, ...voice.missingDevices(settings)];
    };
    assert.deepEqual(await inUse(), ['other']);
    hardware.sound.unplug('other');
    assert.deepEqual(await inUse(), ['mic', 'input']);
    hardware.sound.unplug('mic');
    assert.deepEqual(await inUse(), ['default', 'input']);
    hardware.sound.plug(MIC);
    assert.deepEqual(await inUse(), ['mic', 'input']);
    voice.leave(GAME);
    assert.deepEqual(await inUse(), ['mic']);
  }),
);

test(
  'a combination of more keys than are read from the file is refused',
  withVoice(async (voice) => {
    const keys = Array.from({ length: 65 }, (_, code) => ({ type: 0 as const, code, name: 'key' }));
    for (const action of ['push_to_talk', 'mute'] as const) {
      await assert.rejects(voice.setKey(action, keys), /a combination has at most 64 keys/);
      await voice.setKey(action, keys.slice(1));
      await voice.setKey(action, []);
    }
  }),
);

test('an application of an earlier run gets its settings back when it connects', async () => {
  const saved = createUnsavedSettings();
  await withVoice(async (voice) => {
    voice.enter(GAME);
    await voice.change(GAME, { mute: true });
  }, saved)();
  await withVoice(async (voice, _hardware, client) => {
    assert.equal((await voice.settings()).mute, false);
    voice.enter(GAME);
    assert.equal((await voice.settings()).mute, true);
    client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '100', token_hashes: null });
    assert.equal((await voice.settings()).mute, false);
    assert.equal(saved.layers.size, 0);
  }, saved)();
});

test('the person’s changes are confirmed once they are saved, and fail if they cannot be', async () => {
  const saved = createUnsavedSettings();
  let fail: (reason: Error) => void = () => undefined;
  const saving = new Promise<void>((_resolve, reject) => {
    fail = reject;
  });
  const failing: SavedVoiceSettings = Object.assign(saved, { save: () => saving });
  await withVoice(async (voice) => {
    const changes = [voice.changeOwn({ input: { volume: 34 } }), voice.changeOwnUser('2', { volume: 10 })];
    const outcomes = Promise.allSettled(changes);
    const first = await Promise.race([...changes, settle().then(() => 'nothing')]);
    assert.equal(first, 'nothing');
    fail(new NotSavedError('the voice settings are changed until Guildhall ends', 'full'));
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal((await voice.settings()).input.volume, 34);
  }, failing)();
});

test(
  'those who wait for one list of devices share the settings, with what was changed meanwhile',
  withVoice(async (voice) => {
    const [first, ...others] = Array.from({ length: 100 }, () => voice.settings());
    const changed = voice.changeOwn({ deaf: true });
    const settings = await first;
    assert.equal(settings?.deaf, true);
    for (const other of others) assert.equal(await other, settings);
    assert.deepEqual(await changed, settings);
    await voice.changeOwn({ deaf: false });
    assert.equal((await voice.settings()).deaf, false);
  }),
);
