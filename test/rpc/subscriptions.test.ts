import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimedTurns } from '#guildhall/net/timed-turns.js';
import { RpcError } from '#guildhall/protocol/rpc/errors.js';
import { CONNECTED, type RpcSession, UNCONNECTED } from '#guildhall/rpc/sessions/session.js';
import { Subscriptions } from '#guildhall/rpc/subscriptions/subscriptions.js';
import { settle } from '../hardware/support/manual-clock.js';
import { APPLICATION } from '../helpers/mock-rpc.js';

const SESSION: RpcSession = {
  id: 'a',
  capabilities: CONNECTED,
  application: APPLICATION,
  isRegistered: true,
  local: null,
  access: null,
  origin: null,
  authorization: null,
  isOpen: true,
  isClosed: false,
  closed: new AbortController().signal,
  findPeer: async () => null,
  whileAsking: (answer) => answer,
  markAgreed: () => {},
  markInUse: () => {},
  send: () => {},
  close: () => {},
};

test('a session that cannot receive events cannot subscribe', () => {
  const subscriptions = new Subscriptions(10);
  let held = 0;
  const hold = () => {
    held += 1;
    return () => {};
  };
  subscriptions.add(SESSION, 'GUILD_CREATE', hold);
  const withoutEvents = { ...SESSION, capabilities: UNCONNECTED };
  assert.throws(
    () => subscriptions.add(withoutEvents, 'CHANNEL_CREATE', hold),
    (error) => error instanceof RpcError && error.code === 4006,
  );
  assert.equal(held, 1);
  assert.deepEqual([...subscriptions.subscribers('CHANNEL_CREATE')], []);
});

test('a subscriber that is the first again knows nothing of the state that others knew', () => {
  const subscriptions = new Subscriptions(10);
  subscriptions.add(SESSION, 'VOICE_SETTINGS_UPDATE', () => () => {});
  assert.equal(subscriptions.know('VOICE_SETTINGS_UPDATE', { mute: true }), true);
  assert.equal(subscriptions.know('VOICE_SETTINGS_UPDATE', { mute: true }), false);
  subscriptions.remove(SESSION, 'VOICE_SETTINGS_UPDATE');
  subscriptions.add(SESSION, 'VOICE_SETTINGS_UPDATE', () => () => {});
  assert.equal(subscriptions.know('VOICE_SETTINGS_UPDATE', { mute: true }), true);
});

test('the subscriptions of many connections that close at once are removed in several turns', async () => {
  const [connections, each] = [100, 4];
  let released = 0;
  // Each takes a millisecond.
  const subscriptions = new Subscriptions(each, new TimedTurns(() => released));
  const release = () => {
    released += 1;
  };
  const sessions = Array.from({ length: connections }, (_, id) => ({ ...SESSION, id: `${id}` }));
  for (const session of sessions) {
    for (let key = 0; key < each; key += 1) subscriptions.add(session, `${session.id} ${key}`, () => release);
  }
  for (const session of sessions) subscriptions.removeAll(session);
  // Those of eight connections, and those of 20 ms.
  const most = 8 * each + 20;
  assert.ok(released > 0 && released <= most, `${released} in one turn`);
  assert.equal(subscriptions.count(sessions[connections - 1] ?? SESSION), 0);
  while (released < connections * each) {
    const before = released;
    await settle();
    assert.ok(released > before && released - before <= most, `${released - before} in one turn`);
  }
  assert.equal(subscriptions.has('99 0'), false);
});
