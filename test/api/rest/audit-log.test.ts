import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addPerson } from '../support/staff.js';
import { useWorld } from '../support/world.js';

const used = useWorld();
const log = '/audit-logs';

interface Entry {
  readonly id: string;
  readonly action_type: number;
  readonly target_id: string | null;
  readonly user_id: string;
  readonly changes?: { key: string; old_value?: unknown; new_value?: unknown }[];
  readonly options?: Record<string, string>;
  readonly reason?: string;
}

async function entries(query = ''): Promise<Entry[]> {
  const path = `/guilds/${used.world.guild}${log}${query}`;
  return (await used.service.ok('GET', path, { as: used.world.bot })).audit_log_entries;
}

/** The entries of what happens in a request, newest first. */
async function entriesOf(method: string, path: string, json?: unknown, reason?: string): Promise<Entry[]> {
  const [last] = await entries('?limit=1');
  const headers = reason === undefined ? {} : { 'x-audit-log-reason': reason };
  await used.service.ok(method, path, { as: used.world.bot, json, headers });
  return (await entries('?limit=100')).filter(({ id }) => BigInt(id) > BigInt(last?.id ?? 0));
}

function short({ action_type, changes = [], target_id }: Entry): unknown[] {
  return [action_type, target_id, ...changes.map(({ key }) => key)];
}

describe('The audit log', () => {
  test('contains changes, users and reasons, even after a restart', async () => {
    const { bot, game, guild } = used.world;
    const [entry, ...others] = await entriesOf(
      'PATCH',
      `/guilds/${guild}`,
      { name: 'Renamed' },
      'a%20%E2%9C%93',
    );
    assert.ok(entry);
    const { id: _, ...told } = entry;
    assert.deepEqual(told, {
      target_id: guild,
      user_id: game.bot.id,
      action_type: 1,
      changes: [{ key: 'name', old_value: 'World', new_value: 'Renamed' }],
      reason: 'a ✓',
    });
    assert.deepEqual(others, []);
    const before = await used.service.ok('GET', `/guilds/${guild}${log}`, { as: bot });
    assert.ok(before.users.some(({ id }: { id: string }) => id === game.bot.id));
    await used.service.restart();
    assert.deepEqual(await used.service.ok('GET', `/guilds/${guild}${log}`, { as: bot }), before);
  });

  test('contains roles, channels and their overwrites', async () => {
    const { guild, text } = used.world;
    const [made] = await entriesOf('POST', `/guilds/${guild}/roles`, { name: 'knights' });
    const role = made?.target_id ?? '';
    assert.equal(made?.action_type, 30);
    const roles = `/guilds/${guild}/roles/${role}`;
    assert.deepEqual((await entriesOf('PATCH', roles, { color: 7 })).map(short), [[31, role, 'color']]);
    const channel = `/channels/${text}`;
    const renamed = await entriesOf('PATCH', channel, { name: 'renamed', topic: 'Tea' });
    assert.deepEqual(renamed.map(short), [[11, text, 'name', 'topic']]);
    const overwrite = `${channel}/permissions/${role}`;
    const [allowed] = await entriesOf('PUT', overwrite, { type: 'role', allow: 0x800, deny: 0 });
    assert.deepEqual(
      [allowed?.action_type, allowed?.options],
      [13, { id: role, type: 'role', role_name: 'knights' }],
    );
    const denied = await entriesOf('PUT', overwrite, { type: 'role', allow: 0, deny: 0x800 });
    assert.deepEqual(denied.map(short), [[14, text, 'allow', 'deny']]);
    assert.equal((await entriesOf('DELETE', overwrite))[0]?.action_type, 15);
    assert.equal((await entriesOf('DELETE', roles))[0]?.action_type, 32);
    const [created] = await entriesOf('POST', `/guilds/${guild}/channels`, { name: 'new' });
    assert.equal(created?.action_type, 10);
    const deleted = await entriesOf('DELETE', `/channels/${created?.target_id}`);
    assert.deepEqual(
      deleted.map(({ action_type }) => action_type),
      [12],
    );
  });

  test('contains actions on members, and a ban once', async () => {
    const { guild, member, role } = used.world;
    const path = `/guilds/${guild}/members/${member.id}`;
    assert.deepEqual((await entriesOf('PATCH', path, { nick: 'Countess' })).map(short), [
      [24, member.id, 'nick'],
    ]);
    assert.deepEqual((await entriesOf('PUT', `${path}/roles/${role}`)).map(short), [[25, member.id, '$add']]);
    assert.deepEqual((await entriesOf('DELETE', `${path}/roles/${role}`)).map(short), [
      [25, member.id, '$remove'],
    ]);
    const banned = await entriesOf('PUT', `/guilds/${guild}/bans/${member.id}?reason=spam`);
    assert.deepEqual(
      banned.map(({ action_type, reason, target_id }) => [action_type, target_id, reason]),
      [[22, member.id, 'spam']],
    );
    assert.deepEqual((await entriesOf('DELETE', `/guilds/${guild}/bans/${member.id}`)).map(short), [
      [23, member.id],
    ]);
  });

  test('contains deletions of others’ messages, but not of own ones', async () => {
    const { service, world } = used;
    const { text, game, bot } = world;
    const author = await addPerson(service, world);
    const post = async (as: string): Promise<string> =>
      (await service.ok('POST', `/channels/${text}/messages`, { as, json: { content: 'hello' } })).id;
    const foreign = `/channels/${text}/messages/${await post(author.token)}`;
    const [entry, ...others] = await entriesOf('DELETE', foreign, undefined, 'rude');
    assert.ok(entry);
    const { id: _, ...told } = entry;
    assert.deepEqual(told, {
      target_id: author.id,
      user_id: game.bot.id,
      action_type: 72,
      options: { channel_id: text, count: '1' },
      reason: 'rude',
    });
    assert.deepEqual(others, []);
    assert.deepEqual(await entriesOf('DELETE', `/channels/${text}/messages/${await post(bot)}`), []);
  });

  test('contains the deletion of an invite, but not its expiry', async () => {
    const { service, world } = used;
    const { bot, text } = world;
    const path = `/channels/${text}/invites`;
    const make = async (json: object): Promise<string> =>
      `/invites/${(await service.ok('POST', path, { as: bot, json })).code}`;
    const actions = (entries: readonly Entry[]) => entries.map(({ action_type }) => action_type);
    assert.deepEqual(actions(await entriesOf('DELETE', await make({ max_uses: 3 }))), [42]);
    await make({ max_age: 60 });
    const once = await make({ max_uses: 1 });
    await service.ok('POST', once, { as: world.stranger.token });
    await service.clock.advance(60_000);
    assert.deepEqual(actions(await entriesOf('POST', path, { max_uses: 2 })), [40]);
    assert.deepEqual(actions(await entries('?limit=3')), [40, 40, 40]);
  });

  test('is paged and filtered by action and user', async () => {
    const all = await entries('?limit=100');
    const [first, second] = all;
    assert.ok(first && second);
    assert.deepEqual(await entries(`?before=${first.id}&limit=1`), [second]);
    assert.deepEqual(
      await entries('?action_type=1'),
      all.filter(({ action_type }) => action_type === 1),
    );
    assert.deepEqual(await entries(`?user_id=${used.world.game.bot.id}&limit=100`), all);
    assert.deepEqual(await entries(`?user_id=${used.world.stranger.id}`), []);
  });

  test('has the lists that clients of later years read, empty', async () => {
    const { guild, bot: as } = used.world;
    const log = await used.service.ok('GET', `/guilds/${guild}/audit-logs`, { as });
    const { webhooks, guild_scheduled_events, auto_moderation_rules } = log;
    assert.deepEqual(
      { webhooks, guild_scheduled_events, auto_moderation_rules },
      {
        webhooks: [],
        guild_scheduled_events: [],
        auto_moderation_rules: [],
      },
    );
  });

  test('has nothing of what was refused', async () => {
    const before = await entries();
    const { guild, stranger } = used.world;
    await used.service.request('PATCH', `/guilds/${guild}`, { as: stranger.token, json: { name: 'Mine' } });
    await used.service.request('PATCH', `/guilds/${guild}`, { as: used.world.bot, json: { name: 'x' } });
    assert.deepEqual(await entries(), before);
  });
});
