import assert from 'node:assert/strict';
import type { GuildCreate } from '#guildhall/protocol/objects/guild.js';
import type { Frame, GatewayClient } from '../../api/support/gateway-client.js';
import type { TestService } from '../../api/support/test-service.js';
import { makeWorld, type World } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { enginesTest } from '../../helpers/nodes/engines-test.js';
import { ClusterOfServices } from '../support/cluster-of-services.js';
import { NatsServer } from '../support/nats-server.js';

/** Two nodes, with a guild that b has made and owns. */
interface Nodes {
  readonly a: TestService;
  readonly b: TestService;
  readonly world: World;
}

async function withNodes(run: (nodes: Nodes) => Promise<void>, busUrl?: string): Promise<void> {
  await using cluster = await ClusterOfServices.start(busUrl);
  const [a, b] = [await cluster.addNode('a'), await cluster.addNode('b')];
  await run({ a, b, world: await makeWorld(b) });
}

function clusterTest(title: string, run: (nodes: Nodes) => Promise<void>): void {
  enginesTest(title, () => withNodes(run));
}

/** Connects the member's client to a node, with the guild. */
async function connect(service: TestService, { guild, member }: World): Promise<GatewayClient> {
  const client = await service.identify(member.token);
  assert.equal((await client.heard('GUILD_CREATE')).id, guild);
  return client;
}

async function post(service: TestService, { bot, text }: World, ...contents: string[]): Promise<void> {
  for (const content of contents) {
    await service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content } });
  }
}

/** The contents of the messages that arrived, in order. */
function received(client: GatewayClient): string[] {
  return client.frames.flatMap(({ d, t }) =>
    t === 'MESSAGE_CREATE' ? [(d as { content: string }).content] : [],
  );
}

async function untilReceived(client: GatewayClient, contents: readonly string[]): Promise<void> {
  await eventually(() => received(client).length >= contents.length, {
    describe: () => `received: ${received(client).join(', ')}`,
  });
  assert.deepEqual(received(client), contents);
}

/** The presence updates of a user that arrived. */
function presenceUpdates({ frames }: GatewayClient, userId: string): Frame[] {
  return frames.filter(
    ({ d, t }) => t === 'PRESENCE_UPDATE' && (d as { user: { id: string } }).user.id === userId,
  );
}

const statusOf = (data: unknown) => (data as { status: string }).status;

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`);

clusterTest(
  'a session receives once and in order what is changed on the other node',
  async ({ a, b, world }) => {
    const client = await connect(a, world);
    const channel = await b.ok('POST', `/guilds/${world.guild}/channels`, {
      as: world.bot,
      json: { name: 'new', type: 0 },
    });
    await post(b, world, ...numbered(1, 20));
    await untilReceived(client, numbered(1, 20));
    assert.equal((await client.heard('CHANNEL_CREATE')).id, channel.id);
    assert.ok(client.dispatches.indexOf('CHANNEL_CREATE') < client.dispatches.indexOf('MESSAGE_CREATE'));
    assert.equal(client.dispatches.filter((name) => name === 'CHANNEL_CREATE').length, 1);
  },
);

clusterTest(
  'a user who takes another name on any node is updated once for sessions of each node',
  async ({ a, b, world }) => {
    const clients = [await connect(a, world), await connect(b, world)];
    await a.ok('PATCH', '/users/@me', { as: world.bot, json: { username: 'Renamed' } });
    for (const client of clients) {
      const { guild_id, user } = await client.heard('GUILD_MEMBER_UPDATE');
      assert.deepEqual([guild_id, user.username], [world.guild, 'Renamed']);
    }
    await post(a, world, 'later');
    for (const client of clients) {
      await untilReceived(client, ['later']);
      assert.equal(client.dispatches.filter((name) => name === 'GUILD_MEMBER_UPDATE').length, 1);
    }
  },
);

clusterTest('events without a change reach the sessions of other nodes', async ({ a, b, world }) => {
  const client = await connect(a, world);
  const ban = () =>
    b.ok('PUT', `/guilds/${world.guild}/bans/${world.stranger.id}`, { as: world.bot, json: {} });
  await ban();
  await ban();
  for (let count = 0; count < 2; count += 1) await client.heard('GUILD_BAN_ADD');
  await post(b, world, 'after');
  await untilReceived(client, ['after']);
});

clusterTest('a session on the node of the owner receives each event once', async ({ b, world }) => {
  const client = await connect(b, world);
  await post(b, world, ...numbered(1, 5));
  await untilReceived(client, numbered(1, 5));
});

clusterTest('a member who joins over another node receives the guild', async ({ a, b, world }) => {
  const client = await a.identify(world.stranger.token);
  const { code } = await b.ok('POST', `/channels/${world.text}/invites`, { as: world.bot, json: {} });
  await b.ok('POST', `/invites/${code}`, { as: world.stranger.token });
  assert.equal((await client.heard('GUILD_CREATE')).id, world.guild);
  await post(b, world, 'after');
  await untilReceived(client, ['after']);
});

clusterTest(
  'the presence of a user who joins is sent once to sessions of each node',
  async ({ a, b, world }) => {
    const bot = await b.identify(world.game.bot.token);
    // Otherwise the guild could contain the member already.
    await bot.heard('GUILD_CREATE');
    const clients = [await connect(a, world), bot];
    const joining = await a.identify(world.stranger.token);
    const { code } = await b.ok('POST', `/channels/${world.text}/invites`, { as: world.bot, json: {} });
    await b.ok('POST', `/invites/${code}`, { as: world.stranger.token });
    await joining.heard('GUILD_CREATE');
    for (const client of clients) await client.heard('GUILD_MEMBER_ADD');
    await post(b, world, 'after');
    for (const client of clients) {
      await untilReceived(client, ['after']);
      // Presences are not ordered with the changes of guilds.
      await eventually(() => presenceUpdates(client, world.stranger.id).length > 0);
      assert.equal(presenceUpdates(client, world.stranger.id).length, 1);
    }
  },
);

enginesTest('without the bus events arrive from the store', async () => {
  await using bus = await NatsServer.startOwn();
  await withNodes(async ({ a, b, world }) => {
    const client = await connect(a, world);
    await post(b, world, 'with bus');
    await bus.kill();
    await post(b, world, ...numbered(1, 3));
    await untilReceived(client, ['with bus', ...numbered(1, 3)]);
  }, bus.url);
});

clusterTest('events continue when the owner ends', async ({ a, b, world }) => {
  const client = await connect(a, world);
  await post(b, world, ...numbered(1, 3));
  await b.stop();
  await post(a, world, ...numbered(4, 6));
  await untilReceived(client, numbered(1, 6));
});

clusterTest('presences and typing reach the sessions of other nodes', async ({ a, b, world }) => {
  const bot = await b.identify(world.game.bot.token);
  await bot.heard('GUILD_CREATE');
  const client = await connect(a, world);
  const created = client.frames.find(({ t }) => t === 'GUILD_CREATE')?.d as GuildCreate;
  const { id } = world.game.bot;
  // The presence may reach the node of the client after the guild.
  await eventually(
    () => created.presences.some(({ user }) => user.id === id) || presenceUpdates(client, id).length > 0,
  );
  assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'online');
  client.send(3, { status: 'dnd', game: null, since: null, afk: false });
  assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'dnd');
  await a.ok('POST', `/channels/${world.text}/typing`, { as: world.member.token });
  assert.equal((await bot.heard('TYPING_START')).user_id, world.member.id);
  await post(a, world, 'after typing');
  await untilReceived(bot, ['after typing']);
  assert.equal(bot.dispatches.filter((name) => name === 'TYPING_START').length, 1);
  await client.close();
  assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'offline');
});

clusterTest('a status that is set before the guild arrives reaches other nodes', async ({ a, b, world }) => {
  const bot = await b.identify(world.game.bot.token);
  await bot.heard('GUILD_CREATE');
  const client = await a.identify(world.member.token);
  client.send(3, { status: 'dnd', game: null, since: null, afk: false });
  await eventually(() => bot.frames.some(({ t, d }) => t === 'PRESENCE_UPDATE' && statusOf(d) === 'dnd'));
  await client.close();
});

clusterTest(
  'a session is in voice of a guild that another node owns, until it ends',
  async ({ a, b, world }) => {
    const bot = await b.identify(world.game.bot.token);
    await bot.heard('GUILD_CREATE');
    const client = await connect(a, world);
    client.send(4, { guild_id: world.guild, channel_id: world.voice, self_mute: true, self_deaf: false });
    for (const receiver of [client, bot]) {
      const joined = await receiver.heard('VOICE_STATE_UPDATE');
      assert.deepEqual([joined.user_id, joined.channel_id], [world.member.id, world.voice]);
    }
    await client.close();
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).channel_id, null);
  },
);

clusterTest(
  'a voice state outlives the owner of the guild, and ends with its own node',
  async ({ a, b, world }) => {
    const client = await connect(a, world);
    const other = await b.identify(world.member.token);
    await other.heard('GUILD_CREATE');
    other.send(4, { guild_id: world.guild, channel_id: world.voice, self_mute: false, self_deaf: false });
    assert.equal((await client.heard('VOICE_STATE_UPDATE')).channel_id, world.voice);
    const { sessionId } = other;
    await b.stop();
    await post(a, world, 'by a');
    const ended = await client.heard('VOICE_STATE_UPDATE');
    assert.deepEqual([ended.channel_id, ended.session_id], [null, sessionId]);
  },
);
