import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import { MAX_USERS, type SavedVoiceSettings } from '#guildhall/voice/saved-settings.js';
import type { VoiceHolder, VoiceRoom } from '#guildhall/voice/voice.js';
import { addVoiceGuild, setVoiceState } from '../helpers/voice-guild.js';
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
const PLAIN = { pan: { left: 1, right: 1 }, volume: 100, mute: false };

interface Fixture {
  readonly voice: VoiceRoom;
  readonly saved: SavedVoiceSettings;
  /** the users whose settings were reported as changed */
  readonly reported: string[];
}

/** Runs a test with bob (2) and carol (3) in a voice channel. */
function withUsers(run: (fixture: Fixture) => Promise<void>): () => Promise<void> {
  return async () => {
    const [client, hardware] = [new MockChatClient(), new MockHardware()];
    const saved = createUnsavedSettings();
    const voice = new LocalVoiceRoom({
      ...{ client, hardware, link: new MockVoiceLink(), saved, clock: systemClock, log: silentLogger },
    });
    addVoiceGuild(client);
    for (const id of ['2', '3']) setVoiceState(client, id, '12');
    const reported: string[] = [];
    voice.on('userVoiceSettingsUpdate', ({ state }) => reported.push(state.user_id));
    try {
      await run({ voice, saved, reported });
    } finally {
      await voice.stop();
      await hardware.stop();
    }
  };
}

test(
  'an application’s changes for a user are over the person’s own while it has the lock',
  withUsers(async ({ voice }) => {
    await voice.changeOwnUser('2', { volume: 40, mute: true });
    voice.enter(GAME);
    await voice.changeUser(GAME, '2', { volume: 150 });
    assert.deepEqual(voice.userSettings('2'), { ...PLAIN, volume: 150, mute: true });
    voice.leave(GAME);
    assert.deepEqual(voice.userSettings('2'), { ...PLAIN, volume: 40, mute: true });
    assert.deepEqual(voice.userSettings('3'), PLAIN);
  }),
);

test(
  'the person’s change for a user applies at once over the application’s, field by field',
  withUsers(async ({ voice }) => {
    voice.enter(GAME);
    await voice.changeUser(GAME, '2', { volume: 150, pan: { left: 0, right: 1 } });
    await voice.changeOwnUser('2', { volume: 10 });
    assert.deepEqual(voice.userSettings('2'), { ...PLAIN, volume: 10, pan: { left: 0, right: 1 } });
    voice.leave(GAME);
    voice.enter(GAME);
    assert.deepEqual(voice.userSettings('2'), { ...PLAIN, volume: 10, pan: { left: 0, right: 1 } });
  }),
);

test(
  'a layer that begins or ends reports exactly the users whose settings it changes',
  withUsers(async ({ voice, reported }) => {
    await voice.changeOwnUser('3', { mute: true });
    voice.enter(GAME);
    await voice.changeUser(GAME, '2', { volume: 150 });
    await voice.changeUser(GAME, '3', { mute: true });
    assert.deepEqual(reported.splice(0), ['3', '2', '3']);
    voice.leave(GAME);
    assert.deepEqual(reported.splice(0), ['2']);
    voice.enter(GAME);
    assert.deepEqual(reported.splice(0), ['2']);
  }),
);

test(
  'a layer has the settings for the thousand users that were changed last',
  withUsers(async ({ voice, saved }) => {
    voice.enter(GAME);
    const ids = Array.from({ length: MAX_USERS + 50 }, (_, index) => String(1000 + index));
    for (const id of ids) {
      await voice.changeOwnUser(id, { volume: 1 });
      await voice.changeUser(GAME, id, { volume: 2 });
    }
    const newest = ids.slice(50);
    assert.deepEqual([...saved.own.users.keys()], newest);
    assert.deepEqual(
      [...saved.layers.values()].map(({ users }) => [...users.keys()]),
      [newest],
    );
  }),
);

test(
  'the holder of the lock is reported when it begins and ends',
  withUsers(async ({ voice }) => {
    const holders: (string | null)[] = [];
    voice.on('settingsHolder', ({ application }) => holders.push(application?.name ?? null));
    voice.enter(GAME);
    assert.equal(voice.settingsHolder(), null);
    await voice.changeUser(GAME, '9', { mute: true });
    await voice.change(GAME, { mute: true });
    assert.deepEqual(voice.settingsHolder(), GAME.application);
    voice.leave(GAME);
    assert.equal(voice.settingsHolder(), null);
    assert.deepEqual(holders, ['Game', null]);
  }),
);
