import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { type UsedWorld, useWorld } from '../support/world.js';
import { post } from './helpers.js';

const used = useWorld();
/** A service that keeps little for who is away. */
const forgetful = useWorld(undefined, { replayLimits: { replayBytes: 12_000 } });
const skip = oneNodeOnly('a session is resumed only on its own node');

describe('RESUME', () => {
  test('sends missed events in order, then RESUMED, then new events', { skip }, async () => {
    const first = await used.service.identify(used.world.member.token);
    await first.heard('GUILD_CREATE');
    await post(used, 'before');
    await first.heard('MESSAGE_CREATE');
    const seq = first.sequence;
    await first.drop();
    await post(used, 'missed 1');
    await post(used, 'missed 2');
    const second = await used.service.connect();
    second.send(6, { token: used.world.member.token, session_id: first.sessionId, seq });
    await second.heard('RESUMED');
    await post(used, 'after');
    await eventually(() => second.dispatches.length === 4);
    assert.deepEqual(second.dispatches, ['MESSAGE_CREATE', 'MESSAGE_CREATE', 'RESUMED', 'MESSAGE_CREATE']);
    assert.deepEqual(
      second.frames.flatMap(({ s }) => s ?? []),
      [seq + 1, seq + 2, seq + 3, seq + 4],
    );
    const contents = second.frames.flatMap(({ t, d }) =>
      t === 'MESSAGE_CREATE' ? [(d as { content: string }).content] : [],
    );
    assert.deepEqual(contents, ['missed 1', 'missed 2', 'after']);
    await second.close();
  });

  test('takes over the session of a connection that still seems alive', { skip }, async () => {
    const first = await used.service.identify(used.world.member.token);
    await first.heard('GUILD_CREATE');
    const second = await used.service.connect();
    second.send(6, { token: used.world.member.token, session_id: first.sessionId, seq: first.sequence });
    await second.heard('RESUMED');
    await first.untilClosed();
    await post(used, 'once');
    await second.heard('MESSAGE_CREATE');
    assert.equal(first.dispatches.includes('MESSAGE_CREATE'), false);
    await second.close();
  });

  test('of an unknown, ended or another’s session is answered with op 9, after which IDENTIFY works', async () => {
    const ended = await used.service.identify(used.world.member.token);
    await ended.close(1000);
    const others = await used.service.identify(used.world.game.bot.token);
    for (const session_id of ['nonsense', ended.sessionId, others.sessionId]) {
      const gateway = await used.service.connect();
      gateway.send(6, { token: used.world.member.token, session_id, seq: 0 });
      assert.equal((await gateway.op(9)).d, false);
      gateway.send(2, { token: used.world.member.token });
      await gateway.heard('READY');
      await gateway.close();
    }
    await others.close();
  });

  test('from ahead of the session closes with 4007, with a wrong token with 4004', { skip }, async () => {
    const first = await used.service.identify(used.world.member.token);
    await first.drop();
    const ahead = await used.service.connect();
    ahead.send(6, { token: used.world.member.token, session_id: first.sessionId, seq: 1000 });
    assert.equal((await ahead.untilClosed()).code, 4007);
    const wrong = await used.service.connect();
    wrong.send(6, { token: 'nonsense', session_id: first.sessionId, seq: 0 });
    assert.equal((await wrong.untilClosed()).code, 4004);
  });

  test('is too late after the session ended', async () => {
    const late = await used.service.identify(used.world.member.token);
    await late.drop();
    await used.service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS);
    const gateway = await used.service.connect();
    gateway.send(6, { token: used.world.member.token, session_id: late.sessionId, seq: 1 });
    assert.equal((await gateway.op(9)).d, false);
    await gateway.drop();
  });

  test('fails if more was missed than is buffered, and succeeds otherwise', { skip }, async () => {
    assert.deepEqual((await comeBack(forgetful, 4)).slice(-1), ['RESUMED']);
    assert.deepEqual(await comeBack(forgetful, 5), []);
  });

  test('of a restarted service is answered with op 9', async () => {
    const before = await forgetful.service.identify(forgetful.world.member.token);
    await forgetful.service.restart();
    assert.equal((await before.untilClosed()).code, 1001);
    const after = await forgetful.service.connect();
    after.send(6, { token: forgetful.world.member.token, session_id: before.sessionId, seq: 1 });
    assert.equal((await after.op(9)).d, false);
    after.send(2, { token: forgetful.world.member.token });
    await after.heard('READY');
    await after.close();
  });
});

/** Misses so many messages of 2,000 letters. @returns what a resume then brings */
async function comeBack(there: UsedWorld, missed: number): Promise<string[]> {
  const away = await there.service.identify(there.world.member.token);
  await away.heard('GUILD_CREATE');
  await away.drop();
  for (let count = 0; count < missed; count++) await post(there, 'x'.repeat(2000));
  const back = await there.service.connect();
  back.send(6, { token: there.world.member.token, session_id: away.sessionId, seq: away.sequence });
  await eventually(() => back.frames.some(({ op, t }) => op === 9 || t === 'RESUMED'));
  await back.close();
  return back.dispatches;
}
