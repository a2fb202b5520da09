import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { SqlPrivateChannelStore } from '#guildhall/store/sql/private-channel-store.js';
import { eventually } from '../../helpers/eventually.js';
import { holdNext } from '../support/hold-next.js';
import { botHeader, client, grant, join, useWorld } from '../support/world.js';
import { dataOf, post, settled } from './helpers.js';

const used = useWorld();

describe('Events', () => {
  test('are sent to members only, in order and numbered', async () => {
    const member = await used.service.identify(used.world.member.token);
    const bot = await used.service.identify(used.world.game.bot.token);
    const stranger = await used.service.identify(used.world.stranger.token);
    await member.heard('GUILD_CREATE');
    await bot.heard('GUILD_CREATE');
    const sent = await Promise.all(Array.from({ length: 30 }, (_, number) => post(used, `m${number}`)));
    for (const gateway of [member, bot]) {
      await eventually(() => gateway.dispatches.filter((name) => name === 'MESSAGE_CREATE').length === 30);
      const heard = gateway.frames
        .filter(({ t }) => t === 'MESSAGE_CREATE')
        .map(({ d }) => (d as { id: string }).id);
      const ordered = sent.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
      assert.deepEqual(heard, ordered);
      const numbers = gateway.frames.flatMap(({ s }) => s ?? []);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
    }
    await settled(stranger);
    assert.deepEqual(stranger.dispatches, ['READY']);
    for (const gateway of [member, bot, stranger]) await gateway.close();
  });

  test('of a channel reach only those who see it', async () => {
    const member = await used.service.identify(used.world.member.token);
    const bot = await used.service.identify(used.world.game.bot.token);
    await member.heard('GUILD_CREATE');
    await bot.heard('GUILD_CREATE');
    await post(used, 'secret', used.world.bot, used.world.hidden);
    await post(used, 'open', used.world.bot, used.world.text);
    assert.equal((await bot.heard('MESSAGE_CREATE')).content, 'secret');
    assert.equal((await bot.heard('MESSAGE_CREATE')).content, 'open');
    assert.equal((await member.heard('MESSAGE_CREATE')).content, 'open');
    await member.close();
    await bot.close();
  });

  test('send a new guild to its creator and to joining members, and the join to the others', async () => {
    const person = await used.service.person('Joan');
    const game = await used.service.game({ name: 'Fresh' });
    const bot = await used.service.identify(game.bot.token);
    const joining = await used.service.identify(person.token);
    const guild = await used.service.ok('POST', '/guilds', {
      as: botHeader(game.bot),
      json: { name: 'Fresh' },
    });
    assert.equal((await bot.heard('GUILD_CREATE')).id, guild.id);
    await join(used.service, game, person, guild.id, { nick: 'J' });
    const added = await bot.heard('GUILD_MEMBER_ADD');
    assert.deepEqual([added.guild_id, added.user.id, added.nick], [guild.id, person.id, 'J']);
    const seen = await joining.heard('GUILD_CREATE');
    assert.deepEqual(
      seen.members.map(({ user }) => user.id).sort(compareSnowflakes),
      [game.bot.id, person.id].sort(compareSnowflakes),
    );
    const channel = await used.service.ok('POST', `/guilds/${guild.id}/channels`, {
      as: botHeader(game.bot),
      json: { name: 'first' },
    });
    assert.deepEqual(await joining.heard('CHANNEL_CREATE'), channel);
    assert.equal((await bot.heard('CHANNEL_CREATE')).id, channel.id);
    await settled(joining);
    assert.deepEqual(joining.dispatches.slice(1), ['GUILD_CREATE', 'CHANNEL_CREATE']);
    await bot.close();
    await joining.close();
  });

  test('a guild created while a session starts is sent exactly once, with all its events', async () => {
    const game = await used.service.game({ name: 'Racer' });
    const as = botHeader(game.bot);
    for (let round = 0; round < 5; round++) {
      const gateway = await used.service.connect();
      gateway.send(2, { token: game.bot.token });
      const guild = await used.service.ok('POST', '/guilds', { as, json: { name: 'Race' } });
      const channels = await Promise.all(
        ['aa', 'bb', 'cc'].map((name) =>
          used.service.ok('POST', `/guilds/${guild.id}/channels`, { as, json: { name } }),
        ),
      );
      const seen = () =>
        gateway.frames.filter(({ t, d }) => t === 'GUILD_CREATE' && (d as { id: string }).id === guild.id);
      await eventually(() => seen().length > 0);
      // On several nodes a guild that was just joined may have its first events after those of others.
      const last = await used.service.ok('POST', `/guilds/${guild.id}/channels`, {
        as,
        json: { name: 'dd' },
      });
      const told = () =>
        gateway.frames
          .filter(({ t, d }) => t === 'CHANNEL_CREATE' && (d as { guild_id: string }).guild_id === guild.id)
          .map(({ d }) => (d as { id: string }).id);
      await eventually(() => told().includes(last.id));
      assert.equal(seen().length, 1);
      const inGuild = dataOf<{ channels: { id: string }[] }>(seen()[0]).channels.map(({ id }) => id);
      assert.deepEqual(
        [...inGuild, ...told()].sort(compareSnowflakes),
        [...channels, last].map(({ id }) => id).sort(compareSnowflakes),
      );
      await gateway.close();
    }
  });

  test('a guild created after those of a starting session were read is sent', async () => {
    const game = await used.service.game({ name: 'Late' });
    const held = holdNext(SqlPrivateChannelStore.prototype, 'openIdsOfUser');
    const gateway = await used.service.connect();
    gateway.send(2, { token: game.bot.token });
    await held.reached;
    const as = botHeader(game.bot);
    const guild = await used.service.ok('POST', '/guilds', { as, json: { name: 'Late' } });
    held.release();
    assert.equal((await gateway.heard('GUILD_CREATE')).id, guild.id);
    await gateway.close();
  });

  test('of pending changes at the start of a session are in the guild or sent after it, never both', async () => {
    const game = await used.service.game({ name: 'Busy' });
    const as = botHeader(game.bot);
    const guild = await used.service.ok('POST', '/guilds', { as, json: { name: 'Busy' } });
    for (let round = 0; round < 12; round++) {
      const gateway = await used.service.connect();
      const names = Array.from({ length: 12 }, (_, index) => `room-${round}-${index}`);
      const creating = names.map((name) =>
        used.service.ok('POST', `/guilds/${guild.id}/channels`, { as, json: { name } }),
      );
      gateway.send(2, { token: game.bot.token });
      const made = await Promise.all(creating);
      const seen = await gateway.heard('GUILD_CREATE');
      const last = await used.service.ok('POST', `/guilds/${guild.id}/channels`, {
        as,
        json: { name: 'last' },
      });
      const told = () =>
        gateway.frames
          .filter(({ t }) => t === 'CHANNEL_CREATE')
          .map((frame) => dataOf<{ id: string }>(frame).id);
      await eventually(() => told().includes(last.id));
      const inGuild = seen.channels.map(({ id }) => id);
      for (const { id } of made) {
        const times = [...inGuild, ...told()].filter((one) => one === id).length;
        assert.equal(times, 1, `round ${round}`);
      }
      await gateway.close();
    }
  });
});

describe('Members on request', () => {
  test('come by the beginning of their name', async () => {
    const gateway = await used.service.identify(used.world.game.bot.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(8, { guild_id: used.world.guild, query: 'AD', limit: 0 });
    const chunk = await gateway.heard('GUILD_MEMBERS_CHUNK');
    assert.deepEqual(
      [chunk.guild_id, chunk.members.map(({ user }) => user.id)],
      [used.world.guild, [used.world.member.id]],
    );
    await gateway.close();
  });

  test('are only the named users, and not_found lists non-members', async () => {
    const { service, world } = used;
    const { game, guild, member, stranger } = world;
    const gateway = await service.identify(game.bot.token);
    await gateway.heard('GUILD_CREATE');
    const ask = (more: object) => {
      gateway.send(8, { guild_id: guild, ...more });
      return gateway.heard('GUILD_MEMBERS_CHUNK');
    };
    const named = await ask({ user_ids: [member.id, stranger.id, member.id], nonce: 'n', presences: true });
    assert.deepEqual(
      { ...named, members: named.members.map(({ user }) => user.id) },
      {
        guild_id: guild,
        members: [member.id],
        chunk_index: 0,
        chunk_count: 1,
        not_found: [stranger.id],
        presences: [],
        nonce: 'n',
      },
    );
    const bot = { user: { id: game.bot.id }, roles: [], status: 'online', game: null, activities: [] };
    const own = await ask({ user_ids: game.bot.id, presences: true, nonce: 'x'.repeat(33) });
    assert.deepEqual([own.presences, own.not_found, own.nonce], [[bot], [], undefined]);
    await gateway.close();
  });

  test('come for ids that are JSON integers', async () => {
    const { game, guild, member, stranger } = used.world;
    const gateway = await used.service.identify(game.bot.token);
    await gateway.heard('GUILD_CREATE');
    gateway.sendRaw(`{"op":8,"d":{"guild_id":[${guild}],"user_ids":[${member.id},${stranger.id}]}}`);
    const chunk = await gateway.heard('GUILD_MEMBERS_CHUNK');
    assert.deepEqual(
      [chunk.guild_id, chunk.members.map(({ user }) => user.id), chunk.not_found],
      [guild, [member.id], [stranger.id]],
    );
    await gateway.close();
  });

  test('of a guild one is not in do not come', async () => {
    const gateway = await used.service.identify(used.world.stranger.token);
    gateway.send(8, { guild_id: used.world.guild, query: '', limit: 0 });
    await settled(gateway);
    assert.deepEqual(gateway.dispatches, ['READY']);
    await gateway.close();
  });
});

describe('OAUTH2_TOKEN_REVOKE', () => {
  test('notifies a user’s own sessions of revoked grants and tokens', async () => {
    const person = await used.service.person('Rosa');
    const own = await used.service.identify(person.token);
    const bot = await used.service.identify(used.world.game.bot.token);
    const { access_token } = await grant(used.service, used.world.game, person, 'identify');
    await used.service.ok('POST', '/oauth2/token/revoke', {
      form: { ...client(used.world.game), token: access_token },
    });
    assert.deepEqual(await own.heard('OAUTH2_TOKEN_REVOKE'), {
      application_id: used.world.game.id,
      token_hashes: [hashSecret(access_token)],
    });
    await grant(used.service, used.world.game, person, 'identify');
    const [known] = await used.service.ok('GET', '/oauth2/tokens', { as: person.token });
    await used.service.ok('DELETE', `/oauth2/tokens/${known.id}`, { as: person.token });
    assert.deepEqual(await own.heard('OAUTH2_TOKEN_REVOKE'), {
      application_id: used.world.game.id,
      token_hashes: null,
    });
    assert.equal(bot.dispatches.includes('OAUTH2_TOKEN_REVOKE'), false);
    await own.close();
    await bot.close();
  });
});
