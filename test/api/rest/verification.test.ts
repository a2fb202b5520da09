import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { AccountFacts } from '#guildhall/protocol/administration.js';
import { addStaff } from '../support/staff.js';
import type { Person } from '../support/test-service.js';
import { join, useWorld } from '../support/world.js';

const used = useWorld();
const MINUTE = 60_000;

async function setLevel(verification_level: number): Promise<void> {
  const { service, world } = used;
  await service.ok('PATCH', `/guilds/${world.guild}`, { as: world.bot, json: { verification_level } });
}

async function newPerson(facts: AccountFacts = {}): Promise<Person> {
  return used.service.person('Newcomer', facts);
}

async function newMember(facts: AccountFacts = {}): Promise<Person> {
  const person = await newPerson(facts);
  await join(used.service, used.world.game, person, used.world.guild);
  return person;
}

/** Tries to write and to be seen writing; both must have the same outcome. @returns the error's code; null: none */
async function write(as: string, channel = used.world.text): Promise<number | null> {
  const { service } = used;
  const posted = await service.request('POST', `/channels/${channel}/messages`, {
    as,
    json: { content: 'hello' },
  });
  const typed = await service.request('POST', `/channels/${channel}/typing`, { as });
  assert.equal(posted.status === 403, typed.status === 403);
  if (posted.status === 200) return null;
  assert.deepEqual([posted.status, posted.body.code], [typed.status, typed.body.code]);
  return posted.body.code;
}

describe('The verification level', () => {
  beforeEach(() => setLevel(0));

  test('none has no requirements', async () => {
    assert.equal(await write((await newMember({ verified: false })).token), null);
  });

  test('low requires a verified email address', async () => {
    await setLevel(1);
    assert.equal(await write((await newMember({ verified: false })).token), 50009);
    assert.equal(await write((await newMember()).token), null);
  });

  test('medium also requires an account older than five minutes', async () => {
    await setLevel(2);
    const { token } = await newMember();
    const unverified = await newMember({ verified: false });
    await used.service.clock.advance(5 * MINUTE);
    assert.equal(await write(token), 50009);
    await used.service.clock.advance(1);
    assert.equal(await write(token), null);
    assert.equal(await write(unverified.token), 50009);
  });

  test('high also requires ten minutes of membership', async () => {
    await setLevel(3);
    const person = await newPerson();
    await used.service.clock.advance(20 * MINUTE);
    await join(used.service, used.world.game, person, used.world.guild);
    await used.service.clock.advance(10 * MINUTE);
    assert.equal(await write(person.token), 50009);
    await used.service.clock.advance(1);
    assert.equal(await write(person.token), null);
  });

  test('very high also requires a verified phone number, which is stored', async () => {
    await setLevel(4);
    const without = await newMember();
    const person = await newMember({ phone: '+4930123456' });
    assert.equal(await write(person.token), 50009);
    await used.service.clock.advance(11 * MINUTE);
    await used.service.restart();
    assert.equal(await write(without.token), 50009);
    assert.equal(await write(person.token), null);
    await assert.rejects(newPerson({ phone: '030 123456' }), /phone number/);
  });

  test('is nothing for bots, the owner and members with a role', async () => {
    const { service, world } = used;
    await setLevel(4);
    assert.equal(await write(world.bot), null);
    assert.equal(await write((await addStaff(service, world, 0)).token), null);
    const other = await service.game({ name: 'Other' });
    const as = `Bot ${other.bot.token}`;
    const guild = await service.ok('POST', '/guilds', {
      as,
      json: { name: 'Own', channels: [{ name: 'talk' }] },
    });
    const [{ id: channel }] = await service.ok('GET', `/guilds/${guild.id}/channels`, { as });
    const [heir, plain] = [await newPerson(), await newPerson()];
    for (const person of [heir, plain]) await join(service, other, person, guild.id);
    await service.ok('PATCH', `/guilds/${guild.id}`, { as, json: { verification_level: 4 } });
    assert.equal(await write(heir.token, channel), 50009);
    await service.ok('PATCH', `/guilds/${guild.id}`, { as, json: { owner_id: heir.id } });
    assert.equal(await write(heir.token, channel), null);
    assert.equal(await write(plain.token, channel), 50009);
    assert.equal(await write(as, channel), null, 'a bot that owns nothing');
  });
});
