import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, inTime } from '../../helpers/eventually.js';
import { TestService } from '../support/test-service.js';
import { botHeader, useWorld } from '../support/world.js';

const used = useWorld();

test('deleting an application ends its bot’s sessions with 4004', async () => {
  const game = await used.service.game({ name: 'Gone' });
  const bot = await used.service.identify(game.bot.token);
  await used.service.api.administration.deleteApplication(game.id, false);
  assert.equal((await bot.untilClosed()).code, 4004);
  const reply = await used.service.request('GET', '/users/@me', { as: botHeader(game.bot) });
  assert.equal(reply.status, 401);
});

test('the service stops with open connections, which receive op 7 and close code 1001', async () => {
  const other = await TestService.start();
  const person = await other.person();
  const gateway = await other.identify(person.token);
  const idle = await other.connect();
  // The clock stands still, so that nothing it waited for would come.
  await inTime(other.restart(), () => 'the service does not stop');
  await eventually(() => gateway.closed !== null && idle.closed !== null);
  for (const { frames, closed } of [gateway, idle]) {
    assert.equal(frames.at(-1)?.op, 7);
    assert.equal(closed?.code, 1001);
  }
  await other.stop();
});
