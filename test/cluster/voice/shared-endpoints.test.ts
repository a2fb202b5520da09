// test:all nodes: waits for leases of voice endpoints
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { VoiceService } from '#guildhall/api/compose/start-voice-service.js';
import { createSecret, hashSecret } from '#guildhall/platform/crypto/secrets.js';
import type { Store } from '#guildhall/store/store.js';
import type { GatewayClient } from '../../api/support/gateway-client.js';
import type { TestService } from '../../api/support/test-service.js';
import { makeWorld, type World } from '../../api/support/world.js';
import { joinChannel, nextServer, VoiceClient } from '../../api/voice/support/voice-client.js';
import { startSharedEndpoint } from '../../helpers/nodes/voice-endpoint.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import { ClusterOfServices } from '../support/cluster-of-services.js';

const SECRET = createSecret();
const FRAME = Buffer.from('an Opus frame');

describe('Voice endpoints of a cluster', { skip: noPostgres }, () => {
  let cluster: ClusterOfServices;
  let one: TestService;
  let two: TestService;
  let world: World;
  let store: Store;
  const toStop: (() => Promise<unknown>)[] = [];
  before(async () => {
    cluster = await ClusterOfServices.start();
    store = await openNode(cluster.postgres.settings(cluster.database), { onError: () => {} });
    one = await cluster.addNode('one', {}, { voiceSecretHash: hashSecret(SECRET) });
    two = await cluster.addNode('two', {}, { voiceSecretHash: hashSecret(SECRET) });
    world = await makeWorld(one);
  });
  afterEach(async () => {
    for (const stop of toStop.splice(0).reverse()) await stop();
  });
  after(async () => {
    await store.close();
    await cluster[Symbol.asyncDispose]();
  });

  /** Starts an endpoint that runs alone and is linked to a node. */
  async function startEndpoint(node: TestService, region: string | null = null): Promise<VoiceService> {
    const endpoint = await startSharedEndpoint(store, { apiUrl: node.url, secret: SECRET, region });
    toStop.push(() => endpoint.stop());
    return endpoint;
  }

  async function identify(service: TestService, token: string): Promise<GatewayClient> {
    const gateway = await service.identify(token);
    toStop.push(() => gateway.close());
    await gateway.heard('GUILD_CREATE');
    return gateway;
  }

  const channelOf = (userId: string) => ({ guildId: world.guild, channelId: world.voice, userId });

  async function joinAs(service: TestService, token: string, userId: string) {
    const gateway = await identify(service, token);
    return { gateway, server: await joinChannel(gateway, channelOf(userId)) };
  }

  test('members on different nodes hear each other', async () => {
    const endpoints = [await startEndpoint(one), await startEndpoint(two)];
    const { game, member } = world;
    const [ada, robot] = [
      await joinAs(one, member.token, member.id),
      await joinAs(two, game.bot.token, game.bot.id),
    ];
    assert.equal(ada.server.endpoint, robot.server.endpoint);
    assert.ok(endpoints.some(({ address }) => address === ada.server.endpoint));
    const clients = [await VoiceClient.join(ada.server), await VoiceClient.join(robot.server)] as const;
    for (const client of clients) toStop.push(() => client.close());
    await clients[0].op(5);
    clients[0].speak(1, FRAME);
    assert.deepEqual((await clients[1].hear()).payload, FRAME);
  });

  test('they are sent to the same other one if theirs ends', async () => {
    const [first, second] = [await startEndpoint(one), await startEndpoint(two)];
    const { game, member } = world;
    const ada = await joinAs(one, member.token, member.id);
    const robot = await joinAs(two, game.bot.token, game.bot.id);
    const [ended, left] = ada.server.endpoint === first.address ? [first, second] : [second, first];
    await ended.stop();
    for (const { gateway, server } of [ada, robot]) {
      assert.equal((await nextServer(gateway, server)).endpoint, left.address);
    }
  });

  test('a member whose node has ended is disconnected', async () => {
    await startEndpoint(one);
    const three = await cluster.addNode('three', {}, { voiceSecretHash: hashSecret(SECRET) });
    const { game, member } = world;
    const ada = await joinAs(three, member.token, member.id);
    const robot = await joinAs(one, game.bot.token, game.bot.id);
    const clients = [await VoiceClient.join(ada.server), await VoiceClient.join(robot.server)] as const;
    for (const client of clients) toStop.push(() => client.close());
    await three.stop();
    assert.deepEqual((await clients[1].op(13)).d, { user_id: member.id });
  });

  test('one of the region of the guild is chosen', async () => {
    await startEndpoint(one);
    const near = await startEndpoint(two, 'eu-west');
    await startEndpoint(one, 'us-east');
    await one.ok('PATCH', `/guilds/${world.guild}`, { as: world.bot, json: { region: 'eu-west' } });
    const { server } = await joinAs(one, world.member.token, world.member.id);
    assert.equal(server.endpoint, near.address);
  });
});
