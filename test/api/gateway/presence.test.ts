import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { useWorld } from '../support/world.js';
import { dataOf, settled } from './helpers.js';

const used = useWorld();

describe('Presence', () => {
  // Sessions of before that lost their connection would still be online.
  beforeEach(() => used.service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS));

  test('members receive presence changes, and later members find them in the guild', async () => {
    const bot = await used.service.identify(used.world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const member = await used.service.identify(used.world.member.token);
    const online = await bot.heard('PRESENCE_UPDATE');
    assert.deepEqual(
      [online.user.id, online.status, online.guild_id],
      [used.world.member.id, 'online', used.world.guild],
    );
    member.send(3, { status: 'dnd', game: { name: 'Chess', type: 0 }, since: null, afk: false });
    const busy = await bot.heard('PRESENCE_UPDATE');
    assert.deepEqual([busy.status, busy.game?.name], ['dnd', 'Chess']);
    const second = await used.service.identify(used.world.game.bot.token);
    const guild = await second.heard('GUILD_CREATE');
    const found = guild.presences.find(({ user }) => user.id === used.world.member.id);
    assert.deepEqual([found?.status, found?.game?.name], ['dnd', 'Chess']);
    await member.close();
    assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'offline');
    await bot.close();
    await second.close();
  });

  test('members see every field of an activity, without what is wrong or unknown, and equal ones once', async () => {
    const bot = await used.service.identify(used.world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const member = await used.service.identify(used.world.member.token);
    await bot.heard('PRESENCE_UPDATE');
    // A presence that comes before the guild is in the guild.
    await member.heard('GUILD_CREATE');
    const activity = {
      ...{ name: 'Chess', type: 0, application_id: '100', details: 'Castle', state: 'Round 3' },
      ...{ details_url: 'https://a.example', state_url: 'https://b.example', url: null },
      timestamps: { start: 1_700_000_000_000, end: 1_700_000_900_000 },
      assets: { large_image: 'key', large_text: 'Map', small_image: 'small', small_text: 'You' },
      ...{ party: { id: 'party-1', size: [2, 4] }, buttons: ['Site'], instance: true, flags: 3 },
      ...{ status_display_type: 2, supported_platforms: ['desktop'] },
    };
    const secrets = {
      secrets: { join: 'secret' },
      session_id: 'x',
      metadata: { button_urls: ['https://c.example'] },
    };
    const show = (game: object) => member.send(3, { status: 'online', game, since: null, afk: false });
    show({ ...activity, ...secrets, party: { ...activity.party, secret: 'x' } });
    for (const session of [bot, member]) {
      const seen = await session.heard('PRESENCE_UPDATE');
      assert.deepEqual([seen.game, seen.activities], [activity, [activity]]);
    }
    show({ ...activity, state: 5, timestamps: { start: 'now' }, buttons: [{ label: 'Site' }], flags: -1 });
    const { state: _, timestamps: __, buttons: ___, flags: ____, ...rest } = activity;
    assert.deepEqual((await bot.heard('PRESENCE_UPDATE')).game, rest);
    for (const details of ['One', 'One', 'Two', 'Two', 'One']) show({ name: 'Chess', details });
    await settled(member);
    await settled(bot);
    const sent = bot.frames.filter(({ t }) => t === 'PRESENCE_UPDATE').slice(-3);
    const details = sent.map((frame) => dataOf<{ game: { details: string } }>(frame).game.details);
    assert.deepEqual(details, ['One', 'Two', 'One']);
    await member.close();
    await bot.close();
  });

  const skip = oneNodeOnly('a user on several nodes has the status of one of them');
  test('all sessions of a user receive their presence, which has the activity of any of them', {
    skip,
  }, async () => {
    const { bot } = used.world.game;
    const first = await used.service.identify(bot.token);
    await first.heard('GUILD_CREATE');
    const second = await used.service.identify(bot.token);
    await second.heard('GUILD_CREATE');
    const chess = { status: 'dnd', game: { name: 'Chess', type: 0 }, since: null, afk: false };
    second.send(3, chess);
    for (const session of [first, second]) {
      const own = await session.heard('PRESENCE_UPDATE');
      assert.deepEqual([own.user.id, own.status, own.game?.name], [bot.id, 'online', 'Chess']);
    }
    second.send(3, chess);
    second.send(3, { ...chess, game: null });
    second.send(3, chess);
    await settled(second);
    await settled(first);
    for (const session of [first, second]) {
      const sent = session.frames.filter(({ t }) => t === 'PRESENCE_UPDATE');
      const games = sent.map((frame) => dataOf<{ game: { name: string } | null }>(frame).game?.name);
      assert.deepEqual(games, ['Chess', undefined, 'Chess']);
    }
    await first.close();
    await second.close();
  });

  test('who is invisible is offline to others', async () => {
    const bot = await used.service.identify(used.world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const hiding = await used.service.identify(used.world.member.token, {
      presence: { status: 'invisible' },
    });
    await hiding.heard('GUILD_CREATE');
    await settled(bot);
    assert.equal(bot.dispatches.includes('PRESENCE_UPDATE'), false);
    await hiding.close();
    await bot.close();
  });

  test('a lost connection leaves its user online until the session ends', async () => {
    const bot = await used.service.identify(used.world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const member = await used.service.identify(used.world.member.token);
    await bot.heard('PRESENCE_UPDATE');
    await member.drop();
    await settled(bot);
    assert.equal(bot.dispatches.filter((name) => name === 'PRESENCE_UPDATE').length, 1);
    bot.send(1, null);
    await bot.op(11);
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    bot.send(1, null);
    await bot.op(11);
    await used.service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'offline');
    await bot.close();
  });
});
