import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePrivateWorld } from '../private-channels/private-world.js';
import { NOBODY } from '../support/rows.js';
import { TestService } from '../support/test-service.js';
import { botHeader } from '../support/world.js';
import { settled } from './helpers.js';

const used = usePrivateWorld();
const EVENT = 'ACTIVITY_REQUEST';
const MESSAGE = {
  ...{ type: 'ask', id: 'abcdefghijklmnopqrstuv', application_id: '900', action: 'join' },
  data: 'A'.repeat(43),
};

const path = (id: string) => `/users/${id}/activity-requests`;

test('a message about joining a game reaches all sessions of its user with who sent it, and nobody else', async () => {
  const { service, world, friend } = used;
  const receivers = [await service.identify(friend.token), await service.identify(friend.token)];
  const others = [
    await service.identify(world.member.token),
    await service.identify(botHeader(world.game.bot)),
  ];
  const unknown = { ...MESSAGE, user: { id: NOBODY }, secrets: { join: 'secret' } };
  const reply = await service.request('POST', path(friend.id), { as: world.member.token, json: unknown });
  assert.equal(reply.status, 204);
  const { id, username, discriminator } = world.member;
  for (const receiver of receivers) {
    const received = (await receiver.heard(EVENT)) as object;
    assert.deepEqual(received, { ...MESSAGE, user: { id, username, discriminator, avatar: null } });
  }
  for (const other of others) {
    await settled(other);
    assert.ok(!other.dispatches.includes(EVENT));
  }
  for (const gateway of [...receivers, ...others]) await gateway.close();
});

test('only people may send one, and only to people with whom they share a guild', async () => {
  const { service, world, friend } = used;
  const send = async (as: string, to: string, json: object = MESSAGE) => {
    const { status, body } = await service.request('POST', path(to), { as, json });
    return [status, body.code];
  };
  const { token, id } = world.member;
  assert.deepEqual(await send(world.stranger.token, friend.id), [403, 50007]);
  assert.deepEqual(await send(token, world.stranger.id), [403, 50007]);
  assert.deepEqual(await send(token, id), [403, 50007]);
  assert.deepEqual(await send(token, world.game.bot.id), [403, 50007]);
  assert.deepEqual(await send(token, NOBODY), [404, 10013]);
  assert.deepEqual(await send(botHeader(world.game.bot), friend.id), [403, 20001]);
});

test('a message of another shape is refused', async () => {
  const { service, world, friend } = used;
  const wrong = [
    {},
    { ...MESSAGE, type: 'other' },
    { ...MESSAGE, action: 'listen' },
    { ...MESSAGE, id: 'short' },
    { ...MESSAGE, data: 'x'.repeat(1025) },
    { ...MESSAGE, data: 'not base64url!' },
    { ...MESSAGE, application_id: 'x' },
  ];
  for (const json of wrong) {
    const { status } = await service.request('POST', path(friend.id), { as: world.member.token, json });
    assert.equal(status, 400, JSON.stringify(json));
  }
});

test('one user sends at most so many messages in a minute', async () => {
  const service = await TestService.start({ restLimits: { activityRequests: 2 } });
  const [one, other] = [await service.person('Ada'), await service.person('Bob')];
  const send = async (as: string) =>
    (await service.request('POST', path(NOBODY), { as, json: MESSAGE })).status;
  assert.deepEqual([await send(one.token), await send(one.token), await send(one.token)], [404, 404, 429]);
  assert.equal(await send(other.token), 404);
  await service.clock.advance(60_000);
  assert.equal(await send(one.token), 404);
  await service.stop();
});
