import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withService } from '../support/test-service.js';

test('a token with something after it is not a token, so that one token has one entry in the cache', () =>
  withService(async (service) => {
    const { token } = await service.person();
    const { bot } = await service.game();
    const statusOf = async (as: string) => (await service.request('GET', '/users/@me', { as })).status;
    for (const valid of [token, `Bot ${bot.token}`]) {
      assert.equal(await statusOf(valid), 200);
      assert.equal(await statusOf(`${valid} and more`), 401);
    }
    assert.equal(await statusOf(bot.token), 401);
    assert.equal(await statusOf('Bot'), 401);
  }));
