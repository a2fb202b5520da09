import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Person, TestService } from '../../api/support/test-service.js';
import { join, makeWorld } from '../../api/support/world.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';
import { type TwoServices, withTwoServices } from '../support/two-services.js';

const skip = noPostgres;

/** A group of three people, which both nodes have used. */
async function usedGroup({ a, b }: TwoServices) {
  const world = await makeWorld(a);
  const people: Person[] = [world.member];
  for (const name of ['Grace', 'Eve', 'Joan']) {
    const person = await a.person(name);
    await join(a, world.game, person, world.guild);
    people.push(person);
  }
  const [owner, second, third, outsider] = people as [Person, Person, Person, Person];
  const json = { recipients: [second.id, third.id] };
  const { id } = await a.ok('POST', '/users/@me/channels', { as: owner.token, json });
  for (const service of [a, b]) assert.equal((await read(service, id, owner)).recipients.length, 2);
  return { id: id as string, owner, second, third, outsider };
}

function read(service: TestService, id: string, { token: as }: Person) {
  return service.ok('GET', `/channels/${id}`, { as });
}

describe('Private channels at two services', { skip }, () => {
  test('a person who was removed at one can neither read nor write at the other', () =>
    withTwoServices(async (services) => {
      const { a, b } = services;
      const { id, owner, third } = await usedGroup(services);
      await a.ok('DELETE', `/channels/${id}/recipients/${third.id}`, { as: owner.token });
      const as = third.token;
      const path = `/channels/${id}/messages`;
      assert.equal((await b.request('POST', path, { as, json: { content: 'still here' } })).status, 404);
      assert.equal((await b.request('GET', path, { as })).status, 404);
    }));

  test('changes at both at once are all kept', () =>
    withTwoServices(async (services) => {
      const { a, b } = services;
      const { id, owner, second, third, outsider } = await usedGroup(services);
      const as = owner.token;
      await Promise.all([
        a.ok('PATCH', `/channels/${id}`, { as, json: { name: 'Named' } }),
        b.ok('PUT', `/channels/${id}/recipients/${outsider.id}`, { as }),
        a.ok('DELETE', `/channels/${id}/recipients/${third.id}`, { as }),
      ]);
      for (const service of [a, b]) {
        const { name, recipients } = await read(service, id, owner);
        assert.equal(name, 'Named');
        const ids = recipients.map((one: { id: string }) => one.id);
        assert.deepEqual(new Set(ids), new Set([second.id, outsider.id]));
      }
    }));

  test('a message at one is received at the other, once, by the recipients alone', () =>
    withTwoServices(async (services) => {
      const { a, b } = services;
      const { id, owner, second, outsider } = await usedGroup(services);
      const [session, stranger] = [await b.identify(second.token), await b.identify(outsider.token)];
      const json = { content: 'hello' };
      await a.ok('POST', `/channels/${id}/messages`, { as: owner.token, json });
      await a.ok('POST', `/channels/${id}/typing`, { as: owner.token });
      assert.equal((await session.heard('MESSAGE_CREATE')).content, 'hello');
      await session.heard('TYPING_START');
      const created = ({ frames }: typeof session) => frames.filter(({ t }) => t === 'MESSAGE_CREATE').length;
      assert.equal(created(session), 1);
      assert.equal(created(stranger), 0);
    }));

  test('two people who open a DM with each other at once get the same one', () =>
    withTwoServices(async (services) => {
      const { a, b } = services;
      const { owner, outsider } = await usedGroup(services);
      const open = (service: TestService, from: Person, to: Person) =>
        service.ok('POST', '/users/@me/channels', { as: from.token, json: { recipient_id: to.id } });
      const [first, second] = await Promise.all([open(a, owner, outsider), open(b, outsider, owner)]);
      assert.equal(first.id, second.id);
    }));
});
