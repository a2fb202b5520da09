import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveSession } from '#guildhall/control/operations/sessions.js';
import { rpcSession } from '../requests.js';
import { pageModule } from './page-modules.js';

interface Row {
  readonly group?: {
    readonly key: string;
    readonly application: string;
    readonly count: number;
    readonly lastSeen: string;
  };
  readonly session?: LiveSession;
}

const { groupSessions } = (await pageModule('connections/session-groups.js')) as {
  groupSessions(
    sessions: readonly LiveSession[],
    wanted: string,
    chosen: ReadonlyMap<string, boolean>,
  ): Row[];
};

const session = (id: string, name: string, program: string, seconds = 6): LiveSession => ({
  ...rpcSession(id, {
    application: { id: name, name, icon: null },
    last_seen_at: `2026-01-02T03:04:0${seconds}.000000+00:00`,
  }),
  ...{ permissions: null, holds_voice: false },
  process: { pid: 1, name: program, path: `/opt/${program}` },
});

const shown = (rows: readonly Row[]) =>
  rows.map(({ group, session: one }) =>
    group === undefined ? one?.id : `${group.application} ${group.count} ${group.lastSeen.slice(18, 19)}`,
  );

const SESSIONS = [
  session('a', 'Deck', 'deckd', 1),
  session('b', 'Chess', 'chess'),
  session('c', 'Deck', 'deckd', 7),
  session('d', 'Deck', 'other'),
];

test('connections of one application and program are together, with when one of them was last seen', () => {
  assert.deepEqual(shown(groupSessions(SESSIONS, '', new Map())), ['Deck 2 7', 'a', 'c', 'b', 'd']);
});

test('of many connections of one program only their number is shown until it is opened', () => {
  const many = ['1', '2', '3', '4'].map((id) => session(id, 'Deck', 'deckd'));
  const [row] = groupSessions(many, '', new Map());
  assert.deepEqual(shown(groupSessions(many, '', new Map())), ['Deck 4 6']);
  const opened = new Map([[row?.group?.key ?? '', true]]);
  assert.deepEqual(shown(groupSessions(many, '', opened)), ['Deck 4 6', '1', '2', '3', '4']);
});

test('connections are found by words of application, program and origin', () => {
  const found = (wanted: string) => shown(groupSessions(SESSIONS, wanted, new Map()));
  assert.deepEqual(found('CHESS'), ['b']);
  assert.deepEqual(found('opt/other deck'), ['d']);
  assert.deepEqual(found('game.example chess'), ['b']);
  assert.deepEqual(found('nobody'), []);
});
