import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SessionStarts } from '#guildhall/api/accounts/session-starts.js';
import { withService } from '../support/test-service.js';
import { useWorld } from '../support/world.js';

const DAY = 86_400_000;

const used = useWorld();

describe('Session starts', () => {
  test('are counted per bot and returned by GET /gateway/bot', async () => {
    const { service, world } = used;
    const limit = async () =>
      (await service.ok('GET', '/gateway/bot', { as: world.bot })).session_start_limit;
    const before = await limit();
    await (await service.identify(world.game.bot.token)).close();
    await (await service.identify(world.member.token)).close();
    const after = await limit();
    assert.deepEqual([before.total, before.remaining - after.remaining], [1000, 1]);
    assert.ok(after.reset_after > 0 && after.reset_after <= DAY);
  });

  test('are limited to 1000, reset a day after the first', () => {
    let now = 0;
    const starts = new SessionStarts(1000, () => now);
    for (let count = 0; count < 1000; count += 1) assert.equal(starts.take('1'), true);
    now = 1000;
    assert.equal(starts.take('1'), false);
    assert.deepEqual(starts.limitOf('1'), { total: 1000, remaining: 0, reset_after: DAY - 1000 });
    assert.deepEqual(starts.limitOf('2'), { total: 1000, remaining: 1000, reset_after: 0 });
    now = DAY;
    assert.deepEqual(starts.limitOf('1'), { total: 1000, remaining: 1000, reset_after: 0 });
    assert.equal(starts.take('1'), true);
  });

  test('that are used up close IDENTIFY with 4008', () =>
    withService(
      async (service) => {
        const { bot } = await service.game();
        await (await service.identify(bot.token)).close();
        const gateway = await service.connect('v=6&encoding=json');
        gateway.send(2, { token: bot.token });
        assert.equal((await gateway.untilClosed()).code, 4008);
        await (await service.identify((await service.person('Ann')).token)).close();
      },
      { sessionStarts: 1 },
    ));
});
