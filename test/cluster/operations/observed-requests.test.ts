import assert from 'node:assert/strict';
import { makeWorld } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { enginesTest } from '../../helpers/nodes/engines-test.js';
import { ClusterOfServices } from '../support/cluster-of-services.js';

enginesTest('a node is ready as soon as it serves', async () => {
  await using cluster = await ClusterOfServices.start();
  const { api } = await cluster.addNode('only');
  assert.equal(await api.findUnreadiness(), null);
});

enginesTest('a node reports operations, tasks and voice states that another one carries out', async () => {
  await using cluster = await ClusterOfServices.start();
  const world = await makeWorld(await cluster.addNode('owner'));
  const reported: string[] = [];
  const observer = { answered() {}, forwarded: (outcome: string) => void reported.push(outcome) };
  const node = await cluster.addNode('other', {}, { observer });
  const { bot: as, guild, voice } = world;

  await node.ok('GET', `/guilds/${guild}`, { as });
  assert.deepEqual(reported.splice(0), ['done']);
  await node.api.administration.configureGuild(guild, { features: ['VERIFIED'] });
  assert.deepEqual(reported.splice(0), ['done']);
  const client = await node.identify(world.member.token);
  await client.heard('GUILD_CREATE');
  client.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
  await client.heard('VOICE_STATE_UPDATE');
  await eventually(() => reported.length > 0);
  assert.deepEqual(reported, ['done']);
});
