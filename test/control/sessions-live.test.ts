import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchSessions } from '#guildhall/control/operations/sessions.js';
import { withControl } from './control-harness.js';
import { rpcSession } from './requests.js';

const SINCE = '2026-01-02T03:04:05.000000+00:00';

test(
  'of many connections a hundred are sent: those that record keys, those that act for the person, the newest',
  withControl(async ({ daemon, sessions }) => {
    const waiting = { scopes: null };
    sessions.push(
      rpcSession('oldest', waiting),
      rpcSession('signed in', {}),
      rpcSession('signed in later', {}),
      rpcSession('recording', { ...waiting, capturing_since: SINCE }),
      ...Array.from({ length: 120 }, (_, index) => rpcSession(`waiting ${index}`, waiting)),
    );
    for await (const { sessions: sent, total } of daemon.stream(watchSessions, {}, {})) {
      assert.deepEqual([sent.length, total], [100, 124]);
      assert.deepEqual(
        sent.slice(0, 5).map(({ id }) => id),
        ['recording', 'signed in later', 'signed in', 'waiting 119', 'waiting 118'],
      );
      assert.equal(sent.at(-1)?.id, 'waiting 23');
      break;
    }
  }),
);

test(
  'counters are sent again although nothing changed, with the time when they were read',
  withControl(async ({ daemon, sessions }) => {
    sessions.push(rpcSession('a'));
    const times: number[] = [];
    for await (const { at, sessions: sent } of daemon.stream(watchSessions, {}, {})) {
      assert.equal(sent.length, 1);
      times.push(at);
      if (times.length === 2) break;
    }
    const [first = 0, second = 0] = times;
    assert.ok(second > first);
  }),
);
