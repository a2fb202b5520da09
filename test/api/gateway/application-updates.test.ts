import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();
const EVENT = 'OAUTH2_APPLICATIONS_UPDATE';
const WANTED = { application_updates: true };
const skip = oneNodeOnly('a session is resumed only on its own node');

const countOf = (dispatches: readonly string[]) => dispatches.filter((name) => name === EVENT).length;

describe('A session of a person that requests application_updates', () => {
  test('receives an empty event for each change of an application', async () => {
    const gateway = await used.service.identify(used.world.member.token, WANTED);
    const ready = gateway.frames.find(({ t }) => t === 'READY')?.d as object;
    assert.deepEqual(Reflect.get(ready, 'application_updates'), true);
    const { administration } = used.service.api;
    const { id } = await administration.createApplication({ name: 'Other', bot: false, approved: false });
    assert.deepEqual(await gateway.heard(EVENT), {});
    await administration.updateApplication(id, { rpc_origins: ['https://other.example'] });
    await gateway.heard(EVENT);
    await administration.setApproved(id, true);
    await gateway.heard(EVENT);
    await administration.changeTesters(id, [used.world.member.id], []);
    await gateway.heard(EVENT);
    await administration.deleteApplication(id, false);
    await gateway.heard(EVENT);
    assert.equal(countOf(gateway.dispatches), 5);
    await gateway.close();
  });

  test('receives the changes that it missed before RESUMED', { skip }, async () => {
    const gateway = await used.service.identify(used.world.member.token, WANTED);
    await gateway.heard('GUILD_CREATE');
    const { sequence: seq, sessionId: session_id } = gateway;
    await gateway.drop();
    await used.service.game({ name: 'Late' });
    const again = await used.service.connect();
    again.send(6, { token: used.world.member.token, session_id, seq });
    await again.heard('RESUMED');
    assert.deepEqual(again.dispatches, [EVENT, 'RESUMED']);
    await again.close();
  });
});

test('sessions without the request, and bots, learn nothing about applications', async () => {
  const person = await used.service.identify(used.world.member.token);
  const bot = await used.service.identify(used.world.game.bot.token, WANTED);
  await used.service.game({ name: 'Secret' });
  for (const gateway of [person, bot]) {
    await settled(gateway);
    assert.equal(countOf(gateway.dispatches), 0);
    const ready = gateway.frames.find(({ t }) => t === 'READY')?.d as object;
    assert.equal('application_updates' in ready, false);
    await gateway.close();
  }
});
