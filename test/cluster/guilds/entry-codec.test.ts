import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeEntry, ENTRY_FORMAT, encodeEntry } from '#guildhall/cluster/guilds/entry-codec.js';
import type { GuildChange } from '#guildhall/guilds/changes.js';
import { fc } from '../../helpers/fast-check.js';
import { everyChange, everyEvent } from './arbitrary-entries.js';
import { message } from './arbitrary-state.js';

/** An entry as JSON with one part replaced. */
function altered(replaced: Record<string, unknown>): string {
  const [event] = [{ type: 'guildLeft', userId: '1' } as const];
  return JSON.stringify({ ...JSON.parse(encodeEntry([], [event])), ...replaced });
}

describe('An entry of a guild', () => {
  test('has every kind of change and every type of event as they were', () => {
    fc.assert(
      fc.property(everyChange, everyEvent, (changes, events) => {
        assert.deepEqual(decodeEntry(encodeEntry(changes, events)), { changes, events });
      }),
      { numRuns: 50 },
    );
  });

  test('has a message once, however often it is in changes and events', () => {
    const [sent] = structuredClone(fc.sample(message, 1));
    assert.ok(sent !== undefined);
    const changes = [{ kind: 'message', message: sent }] as const;
    const events = [{ type: 'messageCreated', channelId: sent.channelId, message: sent }] as const;
    const text = encodeEntry(changes, events);
    assert.equal(text.split(JSON.stringify(sent)).length, 2);
    assert.deepEqual(decodeEntry(text), { changes, events });
  });

  test('has no entries of the audit log and no images', () => {
    const changes: GuildChange[] = [
      {
        kind: 'audit-entry',
        entry: {
          id: '1',
          userId: '2',
          action: 1,
          targetId: null,
          changes: [],
          options: null,
          reason: 'secret',
        },
      },
      { kind: 'image', use: 'icons', image: { hash: 'abc', data: 'iVBORw0KGgo=' } },
      { kind: 'emoji-image', id: '3', data: 'iVBORw0KGgo=' },
    ];
    const text = encodeEntry(changes, []);
    assert.doesNotMatch(text, /secret|iVBORw0KGgo/);
    assert.deepEqual(decodeEntry(text)?.changes, [
      { kind: 'image', use: 'icons', image: { hash: 'abc', data: '' } },
      { kind: 'emoji-image', id: '3', data: '' },
    ]);
  });

  test('is null if it is damaged, unknown, or of another format', () => {
    const role = { type: 'roleCreated', role: { id: '1' } };
    for (const text of [
      '',
      'null',
      '[]',
      altered({ format: ENTRY_FORMAT + 1 }),
      altered({ events: [{ type: 'guildLeft' }] }),
      altered({ events: [{ type: 'guildLeft', userId: 'x' }] }),
      altered({ events: [{ type: 'toString', userId: '1' }] }),
      altered({ events: [{ type: 'messageCreated', channelId: '1', message: 0 }] }),
      altered({ changes: [{ kind: 'audit-entry' }] }),
      altered({ changes: [{ kind: '__proto__' }] }),
      altered({ changes: [role] }),
    ]) {
      assert.equal(decodeEntry(text), null, text);
    }
    assert.notEqual(decodeEntry(altered({})), null);
  });

  test('is read without an exception whatever the text is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeEntry(text)));
  });
});
