import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from 'discord.js';
import { withService } from '../api/support/test-service.js';
import { eventually } from '../helpers/eventually.js';
import { VERSION } from './support/guild-client.js';

describe('discord.js 14, unmodified', () => {
  test('logs in and knows its guilds', () =>
    withService(async (service) => {
      const game = await service.game();
      const as = `Bot ${game.bot.token}`;
      await service.ok('POST', '/guilds', { as, json: { name: 'Castle' } });
      const client = new Client({
        intents: 0,
        rest: { version: VERSION, api: service.url },
        ws: { version: Number(VERSION) },
      });
      try {
        await client.login(game.bot.token);
        await eventually(() => client.isReady());
        assert.deepEqual(
          [...client.guilds.cache.values()].map(({ name }) => name),
          ['Castle'],
        );
      } finally {
        await client.destroy();
      }
    }));
});
