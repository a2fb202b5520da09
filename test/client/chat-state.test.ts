import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveChatState } from '#guildhall/client/chat/chat-state.js';
import { applyDispatch } from '#guildhall/client/chat/dispatch-table.js';
import { guild, textChannel } from '../helpers/objects.js';

const MIB = 1024 * 1024;

/** A state of at most 4 MiB, with a guild that the person owns. */
function createState() {
  const state = new LiveChatState(() => '1', 4 * MIB);
  const target = {
    state,
    awaited: new Set<string>(),
    ownVoiceChannel: { review: () => undefined },
    events: { emit: () => undefined },
  };
  const apply = (name: string, data: unknown) => applyDispatch(target, name, data);
  apply('GUILD_CREATE', guild('200'));
  /** Creates or changes a channel that takes about this many MiB with what is unknown in it. */
  const put = (id: number, unknown: object) =>
    apply('CHANNEL_CREATE', { ...textChannel(String(id), { guild_id: '200' }), ...unknown });
  /** @returns how many of 20 channels were kept */
  const fill = (unknown: () => object): number => {
    let kept = 0;
    for (let id = 1; id <= 20; id += 1) {
      try {
        put(id, unknown());
        kept += 1;
      } catch (error) {
        assert.equal((error as Error).name, 'ServiceError');
      }
    }
    assert.equal(state.isHidden(String(kept + 1)) || state.channel(String(kept + 1)) !== undefined, false);
    return kept;
  };
  return { state, target, apply, put, fill };
}

for (const [what, value, length] of [
  ['long texts', () => ({ topic: 'x'.repeat(MIB) }), MIB],
  // 50 KB of JSON take 1 MiB of memory.
  ['many values', () => ({ values: Array.from({ length: MIB / 72 }, () => ({})) }), 50_000],
  ['many fields', () => ({ values: fields(MIB / 34) }), 400_000],
] as const) {
  test(`the state of a service is limited by what it takes in memory: ${what}`, () => {
    assert.ok(JSON.stringify(value()).length < 1.1 * length);
    const kept = createState().fill(value);
    assert.ok(kept >= 4 && kept <= 8, `${kept} MiB were kept`);
  });
}

/** An object with this many fields of different names. */
function fields(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));
}

test('a guild of READY that is deleted before it arrived is not waited for', () => {
  const { target, apply } = createState();
  target.awaited.add('300');
  apply('GUILD_DELETE', { id: '300', unavailable: true });
  assert.deepEqual([...target.awaited], ['300'], 'after an outage it comes back');
  apply('GUILD_DELETE', { id: '300' });
  assert.equal(target.awaited.size, 0);
});

test('events that replace state do not add to its size', () => {
  const { state, put } = createState();
  for (let count = 0; count <= 20; count += 1) put(11, { topic: `${count}${'x'.repeat(MIB)}` });
  assert.ok(state.channels('200').some(({ topic }) => topic?.startsWith('20x')));
});
