import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';
import { settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { inFolder, RawIpcClient } from '../helpers/ipc-client.js';
import { keyOfName } from '../helpers/keys.js';
import { MockRpc, type MockRpcOptions, withMockRpc } from '../helpers/mock-rpc.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';

/** Shortcuts of push-to-talk that applications choose (docs/rpc.md, Key capture). */

const ASKS: MockRpcOptions = { allowsKeyCapture: false };

/** The shortcut in voice settings, by name. */
function namesOf(settings: unknown): string[] {
  const { mode } = settings as { mode: { shortcut: ShortcutKey[] } };
  return mode.shortcut.map(({ name }) => name);
}

/** Chooses keys, by name. @returns the keys in the reply */
async function choose(client: Pick<RawRpcClient, 'request'>, ...keys: string[]) {
  const mode = { type: 'PUSH_TO_TALK', shortcut: keys.map(keyOfName) };
  const { data } = await client.request('SET_VOICE_SETTINGS', { mode });
  return namesOf(data);
}

/** The keys of push-to-talk that are watched in a voice channel. */
const watched = ({ voice }: MockRpc) => voice.watchedKeys().push_to_talk.map(({ name }) => name);

/** The question that came. */
async function question(mock: MockRpc) {
  return (await eventually(() => mock.asked.shift())) ?? assert.fail();
}

/** How many questions came that were not taken. */
async function countQuestions(mock: MockRpc): Promise<number> {
  await settle();
  return mock.asked.length;
}

test(
  'a shortcut is set at once, and watched once the person allows the application to record keys',
  withMockRpc(async (mock) => {
    await mock.voice.changeOwn({ mode: { shortcut: [keyOfName('a')] } });
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    assert.deepEqual(await choose(client, 'e'), ['e']);
    const { data } = await client.next(({ evt }) => evt === 'VOICE_SETTINGS_UPDATE');
    assert.deepEqual(namesOf(data), ['e']);
    assert.deepEqual(watched(mock), ['a']);
    const asked = await question(mock);
    assert.deepEqual([asked.request.kind, asked.request.application.id], ['capture', '100']);
    // One question waits, whatever else is chosen.
    for (const key of ['f', 'g', 'h']) assert.deepEqual(await choose(client, key), [key]);
    assert.equal(await countQuestions(mock), 0);
    asked.answer(true, true, false);
    await eventually(() => watched(mock)[0] === 'h');
    assert.equal(asked.signal.aborted, true);
    await choose(client, 'i');
    assert.deepEqual([watched(mock), await countQuestions(mock)], [['i'], 0]);

    await mock.server.sessions.withdrawKeyCapture('100');
    assert.deepEqual(watched(mock), ['a']);
    await client.close();
  }, ASKS),
);

test(
  'after a denial the person is not asked again on that connection, for CAPTURE_SHORTCUT neither',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    await choose(client, 'e');
    (await question(mock)).answer(false);
    await settle();
    await choose(client, 'f');
    const { data } = await client.request('CAPTURE_SHORTCUT', { action: 'START' });
    assert.deepEqual([data?.code, watched(mock), await countQuestions(mock)], [5000, [], 0]);
    await client.close();
  }, ASKS),
);

test(
  'the person is not asked about no keys, their own, or while push-to-talk is off',
  withMockRpc(async (mock) => {
    await mock.voice.changeOwn({ mode: { shortcut: [keyOfName('a'), keyOfName('ctrl')] } });
    const client = await mock.authenticated();
    await choose(client);
    assert.deepEqual(watched(mock), []);
    await choose(client, 'ctrl', 'a');
    assert.deepEqual(watched(mock), ['ctrl', 'a']);
    await client.request('SET_VOICE_SETTINGS', {
      mode: { type: 'VOICE_ACTIVITY', shortcut: [keyOfName('e')] },
    });
    assert.deepEqual([watched(mock), await countQuestions(mock)], [[], 0]);
    await client.request('SET_VOICE_SETTINGS', { mode: { type: 'PUSH_TO_TALK' } });
    await question(mock);
    assert.deepEqual(watched(mock), ['a', 'ctrl']);
    await client.close();
  }, ASKS),
);

for (const [who, switchMode] of [
  [
    'another connection',
    async (mock: MockRpc) => {
      const other = await mock.authenticated();
      await other.request('SET_VOICE_SETTINGS', { mode: { type: 'PUSH_TO_TALK' } });
    },
  ],
  ['the person', (mock: MockRpc) => mock.voice.changeOwn({ mode: { type: 'PUSH_TO_TALK' } })],
] as const) {
  test(
    `the connection that chose keys while push-to-talk was off is asked when ${who} switches it on`,
    withMockRpc(async (mock) => {
      await mock.voice.changeOwn({ mode: { shortcut: [keyOfName('a')] } });
      const client = await mock.authenticated();
      const mode = { type: 'VOICE_ACTIVITY', shortcut: [keyOfName('e')] };
      await client.request('SET_VOICE_SETTINGS', { mode });
      assert.equal(await countQuestions(mock), 0);
      await switchMode(mock);
      const asked = await question(mock);
      asked.answer(true, true, false);
      await eventually(() => watched(mock)[0] === 'e');
      // The person withdraws it, and is not asked at once for what they withdrew.
      await mock.server.sessions.withdrawKeyCapture('100');
      await mock.voice.changeOwn({ input: { volume: 50 } });
      assert.deepEqual([watched(mock), await countQuestions(mock)], [['a'], 0]);
      await client.close();
    }, ASKS),
  );
}

for (const [title, end] of [
  ['a shortcut without keys', (client: RawRpcClient) => choose(client)],
  ["the person's own shortcut", (client: RawRpcClient) => choose(client, 'a')],
  [
    'the person, who sets theirs,',
    (_client: RawRpcClient, mock: MockRpc) => mock.voice.setKey('push_to_talk', [keyOfName('b')]),
  ],
  [
    'a token without rpc',
    (client: RawRpcClient, mock: MockRpc) =>
      client.request('AUTHENTICATE', { access_token: mock.grant(['identify']) }),
  ],
  ['the end of the connection', (client: RawRpcClient) => client.close()],
] as const) {
  test(
    `${title} withdraws the question`,
    withMockRpc(async (mock) => {
      await mock.voice.changeOwn({ mode: { shortcut: [keyOfName('a')] } });
      const client = await mock.authenticated();
      await choose(client, 'e');
      const { signal } = await question(mock);
      assert.equal(signal.aborted, false);
      await end(client, mock);
      await eventually(() => signal.aborted);
      await client.close();
    }, ASKS),
  );
}

test(
  'a shortcut that was allowed is no longer watched once the authorization expires',
  withClock(async (mock, clock) => {
    await mock.voice.changeOwn({ mode: { type: 'PUSH_TO_TALK', shortcut: [keyOfName('a')] } });
    const client = await mock.connect();
    const token = mock.grant(['rpc'], { expiresAt: clock.now() + 30_000 });
    await client.request('AUTHENTICATE', { access_token: token });
    await choose(client, 'e');
    await settle();
    assert.deepEqual(watched(mock), ['e']);
    await clock.advance(31_000);
    assert.deepEqual(watched(mock), ['a']);
    await client.close();
  }),
);

test('a remembered permission counts for a saved shortcut, too, and not over IPC', async () => {
  const savedVoice = createUnsavedSettings();
  const run = (remembers: boolean, body: (mock: MockRpc) => Promise<void>) =>
    inFolder(async (ipcFolder) => {
      const mock = await MockRpc.start({ ...ASKS, savedVoice, ipcFolder });
      if (remembers) mock.rememberedKeyCaptures.add('100');
      await body(mock);
      await mock.stop();
    })();
  await run(true, async (mock) => {
    const client = await mock.authenticated();
    await choose(client, 'e');
    assert.deepEqual([watched(mock), await countQuestions(mock)], [['e'], 0]);
    await client.close();
    await eventually(() => mock.voice.settingsHolder() === null);
    const again = await mock.authenticated();
    assert.deepEqual(watched(mock), ['e']);
    mock.rememberedKeyCaptures.clear();
    assert.deepEqual(watched(mock), []);
    await again.close();
  });
  await run(false, async (mock) => {
    const client = await mock.authenticated();
    assert.deepEqual([watched(mock), mock.voice.keysWaitFor()?.application.id], [[], '100']);
    // It chose nothing on this connection.
    assert.equal(await countQuestions(mock), 0);
    await client.close();
  });
  await run(true, async (mock) => {
    const client = await RawIpcClient.connect(mock.server.ipc?.path ?? '', '100');
    await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.deepEqual(watched(mock), []);
    await choose(client, 'f');
    await question(mock);
    assert.deepEqual(watched(mock), []);
    await client.close();
  });
});
