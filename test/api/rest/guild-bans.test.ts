import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { longText, testRows } from '../support/rows.js';
import { addPerson } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import type { Person } from '../support/test-service.js';
import { grant, useWorld } from '../support/world.js';
import { guildBanRows } from './rows/guild-bans.js';

const DAY = 86_400_000;

const used = useWorld();

const pathOf = (guild: string, user: string) => `/guilds/${guild}/bans/${user}`;
const ban = (person: Person, query = '', json?: object) =>
  used.service.ok('PUT', `${pathOf(used.world.guild, person.id)}${query}`, { as: used.world.bot, json });
const bans = () => used.service.ok('GET', `/guilds/${used.world.guild}/bans`, { as: used.world.bot });
const say = (person: Person, content: string) =>
  used.service.ok('POST', `/channels/${used.world.text}/messages`, { as: person.token, json: { content } });
const contents = async () =>
  (await used.service.ok('GET', `/channels/${used.world.text}/messages`, { as: used.world.bot })).map(
    ({ content }: { content: string }) => content,
  );

testRows(useCast(), guildBanRows);

describe('A ban', () => {
  test('removes the member with both events; the banned user receives GUILD_DELETE', async () => {
    const { service, world } = used;
    const { guild, member } = world;
    const person = await addPerson(service, world);
    const gateway = await service.identify(person.token);
    await gateway.heard('GUILD_CREATE');
    const heard = await recordEvents(service, member.token, async () => {
      await ban(person, '?reason=spam');
      await ban(person);
      await service.ok('DELETE', pathOf(guild, person.id), { as: world.bot });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.guild_id, d.user.id, d.id]),
      [
        ['GUILD_BAN_ADD', guild, person.id, person.id],
        ['GUILD_MEMBER_REMOVE', guild, person.id, undefined],
        ['GUILD_BAN_ADD', guild, person.id, person.id],
        ['GUILD_BAN_REMOVE', guild, person.id, person.id],
      ],
    );
    assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: guild });
    assert.equal(gateway.dispatches.at(-1), 'GUILD_DELETE');
    assert.deepEqual(await service.ok('GET', '/users/@me/guilds', { as: person.token }), []);
    const reply = await service.request('GET', `/guilds/${guild}`, { as: person.token });
    assert.deepEqual([reply.status, reply.body.code], [403, 50001]);
    await gateway.close();
  });

  test('prevents its user from joining until it is removed', async () => {
    const { service, world } = used;
    const { guild, game, bot } = world;
    const person = await service.person('Ned');
    await ban(person);
    const { access_token } = await grant(service, game, person, 'guilds.join');
    const join = () =>
      service.request('PUT', `/guilds/${guild}/members/${person.id}`, { as: bot, json: { access_token } });
    const refused = await join();
    assert.deepEqual([refused.status, refused.body.code], [403, 40007]);
    await service.ok('DELETE', pathOf(guild, person.id), { as: bot });
    assert.equal((await join()).status, 201);
  });

  for (const [query, json] of [
    ['?delete-message-days=1', undefined],
    ['?delete_message_days=1', undefined],
    ['', { delete_message_days: 1 }],
    ['', { delete_message_seconds: 86_400 }],
  ] as const) {
    test(`deletes recent messages with ${query || JSON.stringify(json)}`, async () => {
      const { service, world } = used;
      const person = await addPerson(service, world);
      await say(person, 'old');
      await service.clock.pass(2 * DAY);
      await say(person, 'new');
      await say(world.member, 'other');
      const before = await contents();
      await ban(person, query, json);
      assert.deepEqual(
        await contents(),
        before.filter((content: string) => content !== 'new'),
      );
    });
  }

  test('fires MESSAGE_DELETE for each message it deletes', async () => {
    const { service, world } = used;
    const { guild, member, text } = world;
    const person = await addPerson(service, world);
    const messages = [await say(person, 'one'), await say(person, 'two')];
    const events = await recordEvents(service, member.token, () => ban(person, '?delete-message-days=1'));
    assert.deepEqual(
      events.filter(({ t }) => t.startsWith('MESSAGE_DELETE')).map(({ t, d }) => [t, d]),
      messages.map(({ id }) => ['MESSAGE_DELETE', { id, channel_id: text, guild_id: guild }]),
    );
  });

  test('of a banned user deletes their remaining messages with events', async () => {
    const { service, world } = used;
    const { guild, member, text } = world;
    const person = await addPerson(service, world);
    const { id } = await say(person, 'left');
    await ban(person);
    const events = await recordEvents(service, member.token, () => ban(person, '?delete-message-days=1'));
    assert.deepEqual(
      events.map(({ t, d }) => [t, d.id]),
      [
        ['MESSAGE_DELETE', id],
        ['GUILD_BAN_ADD', person.id],
      ],
    );
    assert.deepEqual(events[0]?.d, { id, channel_id: text, guild_id: guild });
  });

  test('deletes more than a hundred messages in bulk', async () => {
    const { service, world } = used;
    const { guild, member, text } = world;
    const person = await addPerson(service, world);
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1) ids.push((await say(person, String(count))).id);
    const heard = await recordEvents(service, member.token, () => ban(person, '?delete-message-days=1'));
    assert.deepEqual(
      heard.filter(({ t }) => t.startsWith('MESSAGE_DELETE')).map(({ t, d }) => [t, d]),
      [ids.slice(0, 100), ids.slice(100)].map((some) => [
        'MESSAGE_DELETE_BULK',
        { ids: some, channel_id: text, guild_id: guild },
      ]),
    );
    const left = await service.ok('GET', `/channels/${text}/messages`, { as: world.bot });
    assert.deepEqual(
      left.filter(({ author }: { author: { id: string } }) => author.id === person.id),
      [],
    );
  });

  test('has the reason of the query, the body or the header, encoded or not', async () => {
    const { service, world } = used;
    const header = (value: string) => ({ headers: { 'x-audit-log-reason': value } });
    const cases = [
      ['?reason=spam', {}, 'spam'],
      ['', { json: { reason: 'spam' } }, 'spam'],
      ['', header(encodeURIComponent('Spam – schon wieder')), 'Spam – schon wieder'],
      ['', header(Buffer.from('größer 100%').toString('latin1')), 'größer 100%'],
      ['', header('x'.repeat(600)), longText(512)],
      ['', {}, null],
    ] as const;
    for (const [query, options, expected] of cases) {
      const path = pathOf(world.guild, (await service.person('Eve')).id);
      await service.ok('PUT', `${path}${query}`, { as: world.bot, ...options });
      assert.equal((await service.ok('GET', path, { as: world.bot })).reason, expected);
    }
  });

  test('is the same after a restart, with its reason', async () => {
    const { service, world } = used;
    const person = await addPerson(service, world);
    // The newest message of the channel goes with its author.
    await say(person, 'new');
    await ban(person, '', { reason: 'spam', delete_message_days: 7 });
    const before = await storedGuild(service, world);
    await service.restart();
    assert.deepEqual(await storedGuild(service, world), before);
    const kept = (await bans()).find(({ user }: { user: { id: string } }) => user.id === person.id);
    assert.equal(kept.reason, 'spam');
  });
});
