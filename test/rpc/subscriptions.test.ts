import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RpcError } from '#guildhall/protocol/rpc/errors.js';
import { CONNECTED, type RpcSession, UNCONNECTED } from '#guildhall/rpc/sessions/session.js';
import { Subscriptions } from '#guildhall/rpc/subscriptions/subscriptions.js';
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
