import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import {
  readSharedMessage,
  type SharedMessage,
  writeSharedMessage,
} from '#guildhall/cluster/state/shared-message.js';
import { SharedReceiver } from '#guildhall/cluster/state/shared-receiver.js';
import { silentLogger } from '#guildhall/platform/log.js';

const MESSAGES: readonly SharedMessage[] = [
  { kind: 'callers' },
  { kind: 'account', userId: '1' },
  { kind: 'applications' },
  { kind: 'end-sessions', userId: '1' },
  { kind: 'user-event', userId: '1', name: 'USER_UPDATE', data: { 6: { id: '1' } } },
  { kind: 'private-event', userIds: ['1'], written: { 6: { name: 'TYPING_START', data: {} } } },
  { kind: 'count', counter: 'guest-accounts', key: 'payer', amount: -1 },
  { kind: 'requests', windowEnd: 10_000, callers: [{ caller: '1', total: 3, buckets: [['GET /users', 2]] }] },
];

describe('Messages between nodes', () => {
  for (const message of MESSAGES) {
    test(`of the kind ${message.kind} are read by other nodes, and not by their sender`, () => {
      const text = writeSharedMessage('a', message);
      assert.deepEqual(readSharedMessage('b', text), message);
      assert.equal(readSharedMessage('a', text), null);
    });
  }

  const inA = (message: unknown) => JSON.stringify({ from: 'a', message });
  for (const text of [
    '',
    'null',
    '{}',
    inA({ kind: 'other' }),
    inA({ kind: 'account', userId: 'x' }),
    inA({ kind: 'user-event', userId: '1', name: 'NO_EVENT', data: {} }),
    inA({ kind: 'count', counter: 'other', key: 'a', amount: 1 }),
    inA({ kind: 'count', counter: 'guest-accounts', key: 'a', amount: 1000 }),
    inA({ kind: 'requests', windowEnd: 1, callers: [{ caller: '1', total: -1, buckets: [] }] }),
  ]) {
    test(`that are malformed are ignored: ${text}`, () => {
      assert.equal(readSharedMessage('b', text), null);
    });
  }

  for (const written of [{}, { 5: { name: 'TYPING_START', data: {} } }] as const) {
    test(`with an event for the versions [${Object.keys(written)}] are left out by a node of version 6`, () => {
      const delivered: unknown[] = [];
      const receiver = new SharedReceiver({
        versions: [V6],
        activity: { seenElsewhere() {} },
        users: { refresh: async () => null },
        authentication: { forgetCallers() {}, forgetCallersOf() {} },
        counts: { count() {}, addRequests() {} },
        sessions: {
          sendToUser: () => void delivered.push('user'),
          sendPrivately: () => void delivered.push('private'),
          applicationsChanged() {},
          endSessions() {},
        },
        log: silentLogger,
      });
      receiver.apply({ kind: 'private-event', userIds: ['1'], written });
      receiver.apply({ kind: 'user-event', userId: '1', name: 'USER_UPDATE', data: written });
      assert.deepEqual(delivered, []);
    });
  }
});
