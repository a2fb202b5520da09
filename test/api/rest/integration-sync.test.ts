import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SWEEP_INTERVAL } from '#guildhall/api/guilds/integration-sweep.js';
import { UserError } from '#guildhall/platform/errors.js';
import { eventually } from '../../helpers/eventually.js';
import { recordEvents } from '../support/event-recorder.js';
import { attach, rolesOf, showIntegration, subscribe, sync } from '../support/integration.js';
import { NOBODY } from '../support/rows.js';
import { addPerson } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import { type TestService, withService } from '../support/test-service.js';
import { join, makeWorld, useWorld, type World } from '../support/world.js';

const used = useWorld();
const [MEMBER_KICK, MEMBER_ROLE_UPDATE] = [20, 25];

interface Entry {
  readonly action_type: number;
  readonly target_id: string;
  readonly user_id: string;
  readonly reason?: string;
  readonly changes?: unknown;
}

/** The newest entries of the audit log, newest first. */
async function logged(service: TestService, { guild, bot }: World, limit: number): Promise<unknown[][]> {
  const { audit_log_entries: entries } = await service.ok(
    'GET',
    `/guilds/${guild}/audit-logs?limit=${limit}`,
    { as: bot },
  );
  return entries.map(({ action_type, target_id, user_id, reason, changes }: Entry) => [
    action_type,
    target_id,
    user_id,
    ...(reason === undefined ? [] : [reason]),
    ...(changes === undefined ? [] : [changes]),
  ]);
}

describe('A sync', () => {
  test('adds the role to subscribed members, with events and audit log, and has a time', async () => {
    const { service, world } = used;
    const { guild, member, game } = world;
    const { role_id } = await attach(service, world, '10');
    await subscribe(service, world, '10', member.id);
    assert.deepEqual(await rolesOf(service, world, member.id), []);
    await service.clock.advance(1000);
    const heard = await recordEvents(service, member.token, () => sync(service, world, '10'));
    const { user } = await service.ok('GET', `/guilds/${guild}/members/${member.id}`, { as: world.bot });
    assert.deepEqual(heard, [
      { t: 'GUILD_MEMBER_UPDATE', d: { guild_id: guild, roles: [role_id], user, nick: null } },
    ]);
    const { synced_at, syncing } = await showIntegration(service, world, '10');
    assert.deepEqual([Date.parse(synced_at), syncing], [service.clock.now(), false]);
    assert.deepEqual(await logged(service, world, 1), [
      [
        MEMBER_ROLE_UPDATE,
        member.id,
        game.bot.id,
        [{ key: '$add', new_value: [{ id: role_id, name: game.name }] }],
      ],
    ]);
    const again = await recordEvents(service, member.token, () => sync(service, world, '10'));
    assert.deepEqual(again, []);
    const state = await storedGuild(service, world);
    await service.restart();
    assert.deepEqual(await storedGuild(service, world), state);
  });

  test('reaches who joins while subscribed', async () => {
    const { service, world } = used;
    const { role_id } = await attach(service, world, '11');
    const person = await service.person('Hedy');
    await subscribe(service, world, '11', person.id);
    await sync(service, world, '11');
    await join(service, world.game, person, world.guild);
    assert.deepEqual(await rolesOf(service, world, person.id), []);
    await service.restart();
    await sync(service, world, '11');
    assert.deepEqual(await rolesOf(service, world, person.id), [role_id]);
  });

  test('removes the role after the grace period of a subscription', async () => {
    const { service, world } = used;
    const person = await addPerson(service, world);
    const { role_id } = await attach(service, world, '12', { expire_grace_period: 60 });
    await subscribe(service, world, '12', person.id, service.clock.now());
    await service.clock.advance(59_000);
    await sync(service, world, '12');
    assert.deepEqual(await rolesOf(service, world, person.id), [role_id]);
    await service.clock.advance(1000);
    const heard = await recordEvents(service, world.member.token, () => sync(service, world, '12'));
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.user.id, d.roles]),
      [['GUILD_MEMBER_UPDATE', person.id, []]],
    );
    const { administration } = service.api;
    assert.deepEqual(await administration.changeSubscribers(world.guild, '12', [], []), []);
  });

  test('kicks if configured, from voice first; members who return may stay', async () => {
    const { service, world } = used;
    const { guild, game, member } = world;
    const person = await addPerson(service, world);
    await attach(service, world, '13', { expire_behavior: 1 });
    await subscribe(service, world, '13', person.id, service.clock.now());
    const gateway = await service.identify(person.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(4, { guild_id: guild, channel_id: world.voice, self_mute: false, self_deaf: false });
    await gateway.heard('VOICE_STATE_UPDATE');
    const heard = await recordEvents(service, member.token, () => sync(service, world, '13'));
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.user?.id ?? d.user_id, d.channel_id]),
      [
        ['VOICE_STATE_UPDATE', person.id, null],
        ['GUILD_MEMBER_REMOVE', person.id, undefined],
      ],
    );
    assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: guild });
    await gateway.close();
    assert.deepEqual(await logged(service, world, 1), [[MEMBER_KICK, person.id, game.bot.id]]);
    await service.restart();
    assert.equal(await rolesOf(service, world, person.id), null);
    await join(service, game, person, guild);
    await sync(service, world, '13');
    assert.deepEqual(await rolesOf(service, world, person.id), []);
  });
});

describe('Without a sync', () => {
  test('subscriptions are applied periodically, on behalf of the integration', () =>
    withService(async (service) => {
      const world = await makeWorld(service);
      const { member, game } = world;
      const { role_id, synced_at } = await attach(service, world, '7', { expire_behavior: 1 });
      await subscribe(service, world, '7', member.id, service.clock.now() + SWEEP_INTERVAL + 1);
      await service.clock.advance(SWEEP_INTERVAL - 1);
      assert.deepEqual(await rolesOf(service, world, member.id), []);
      const gateway = await service.identify(game.bot.token);
      await gateway.heard('GUILD_CREATE');
      await service.clock.advance(1);
      assert.deepEqual((await gateway.heard('GUILD_MEMBER_UPDATE')).roles, [role_id]);
      const reason = `Sync of the integration ${game.name}`;
      const added = [{ key: '$add', new_value: [{ id: role_id, name: game.name }] }];
      assert.deepEqual(await logged(service, world, 1), [
        [MEMBER_ROLE_UPDATE, member.id, game.bot.id, reason, added],
      ]);
      const synced = (await showIntegration(service, world, '7')).synced_at;
      assert.equal(Date.parse(synced), Date.parse(synced_at) + SWEEP_INTERVAL);
      await gateway.close();
      await service.clock.advance(SWEEP_INTERVAL);
      const last = await eventually(async () => {
        const entry = (await logged(service, world, 1))[0];
        return entry?.[0] === MEMBER_KICK && entry;
      });
      assert.deepEqual(last, [MEMBER_KICK, member.id, game.bot.id, reason]);
      assert.equal(await rolesOf(service, world, member.id), null);
      const state = await storedGuild(service, world);
      await service.restart();
      assert.deepEqual(await storedGuild(service, world), state);
    }));
});

describe('Who runs the service', () => {
  test('sets subscribers and their end, which survive a restart', async () => {
    const { service, world } = used;
    await attach(service, world, '14');
    const [ada, joan] = [world.member.id, (await addPerson(service, world)).id];
    const change = (
      add: Parameters<typeof service.api.administration.changeSubscribers>[2],
      remove: string[] = [],
    ) => service.api.administration.changeSubscribers(world.guild, '14', add, remove);
    const forever = { user_id: ada, expires_at: null };
    const ending = { user_id: joan, expires_at: '2026-12-31T18:00:00.000000+00:00' };
    assert.deepEqual(await change([forever, { user_id: joan, expires_at: '2026-12-31T19:00+01:00' }]), [
      forever,
      ending,
    ]);
    await service.restart();
    assert.deepEqual(await change([]), [forever, ending]);
    assert.deepEqual(await change([{ ...ending, expires_at: null }], [ada]), [
      { ...ending, expires_at: null },
    ]);
    await service.restart();
    assert.deepEqual(await change([]), [{ ...ending, expires_at: null }]);
  });

  test('gets an error for invalid input', async () => {
    const { service, world } = used;
    await attach(service, world, '15');
    const change = (guild: string, integration: string, user_id: string, expires_at: string | null = null) =>
      service.api.administration.changeSubscribers(guild, integration, [{ user_id, expires_at }], []);
    const { guild, member, game } = world;
    const cases: [Parameters<typeof change>, RegExp][] = [
      [[NOBODY, '15', member.id], /no guild 1/],
      [[guild, '99', member.id], /no integration 99/],
      [[guild, '15', NOBODY], /no user 1/],
      [[guild, '15', game.bot.id], /is a bot/],
      [[guild, '15', member.id, 'tomorrow'], /tomorrow is not a time/],
      [[guild, '15', member.id, '2026'], /2026 is not a time/],
    ];
    for (const [input, message] of cases) {
      await assert.rejects(
        change(...input),
        (error) => error instanceof UserError && message.test(error.message),
      );
    }
  });
});
