import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import { type RawData, WebSocket } from 'ws';
import { startVoiceService, type VoiceService } from '#guildhall/api/compose/start-voice-service.js';
import { KEPT_WITHOUT_SERVICE_MS } from '#guildhall/api/voice/alone/admitted-members.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import type { Clock } from '#guildhall/platform/clock.js';
import { createSecret, hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { createLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { holdsSoon } from '../../helpers/nodes/soon.js';
import { settled } from '../gateway/helpers.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { joinChannel, nextServer, VoiceClient } from '../voice/support/voice-client.js';

const SECRET = createSecret();
const used = useWorld(async () => undefined, { voiceSecretHash: hashSecret(SECRET) });
const FRAME = Buffer.from('an Opus frame');
/** longer than an endpoint may take to return */
const LOST_MS = 6_000;
/** longer than the delay before a link is connected again */
const RETRY_MS = 400;

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
  await used.service.clock.advance(LOST_MS);
});

function keep<Client extends VoiceClient | GatewayClient>(client: Client): Client {
  toStop.push(() => client.close());
  return client;
}

/** An endpoint that runs alone, and the number of its links to the service so far. */
interface StartedEndpoint extends VoiceService {
  countLinks(): number;
}

async function startEndpoint(clock: Clock = new ManualClock()): Promise<StartedEndpoint> {
  let links = 0;
  const log = createLogger('info', {
    write(line) {
      if (line.includes('linked to the service')) links += 1;
    },
  });
  const address = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
  const options = { ...address, peers: allowAnyPeer, clock, log };
  const service = await startVoiceService({ ...options, apiUrl: used.service.url, secret: SECRET });
  toStop.push(() => service.stop());
  await eventually(() => links === 1);
  return { address: service.address, stop: () => service.stop(), countLinks: () => links };
}

async function identify(token: string): Promise<GatewayClient> {
  const gateway = keep(await used.service.identify(token));
  await gateway.heard('GUILD_CREATE');
  return gateway;
}

const join = (gateway: GatewayClient, userId: string) =>
  joinChannel(gateway, { guildId: used.world.guild, channelId: used.world.voice, userId });

/** Two people in the channel, connected through an endpoint. */
async function connectBoth() {
  const { game, member } = used.world;
  const [one, two] = [await identify(member.token), await identify(game.bot.token)];
  const servers = [await join(one, member.id), await join(two, game.bot.id)] as const;
  const ada = keep(await VoiceClient.join(servers[0]));
  const robot = keep(await VoiceClient.join(servers[1]));
  await ada.op(5);
  return { gateway: one, server: servers[0], ada, robot };
}

/** The address of the next voice server of a session. */
async function nextAddress(gateway: GatewayClient): Promise<unknown> {
  return (await gateway.heard('VOICE_SERVER_UPDATE')).endpoint;
}

describe('An endpoint that runs alone', () => {
  test('serves the members of the service, with the rights that they have there', async () => {
    const endpoint = await startEndpoint();
    const { ada, robot, server } = await connectBoth();
    assert.equal(server.endpoint, endpoint.address);
    ada.speak(1, FRAME);
    assert.deepEqual((await robot.hear()).payload, FRAME);
    const change = (json: object) =>
      used.service.ok('PATCH', `/guilds/${used.world.guild}/members/${used.world.member.id}`, {
        as: used.world.bot,
        json,
      });
    await change({ deaf: true });
    const isDeaf = async (sequence: number) => {
      const { length } = ada.packets;
      robot.speak(sequence, FRAME);
      await robot.discover();
      await ada.discover();
      return ada.packets.length === length;
    };
    let sequence = 1;
    await eventually(async () => {
      sequence += 1;
      return isDeaf(sequence);
    });
    await change({ deaf: false, channel_id: null });
    assert.equal((await ada.untilClosed()).code, 4014);
  });

  test('is announced to members who joined before it was there', async () => {
    const { member } = used.world;
    const gateway = await identify(member.token);
    const channel = { guild_id: used.world.guild, channel_id: used.world.voice };
    gateway.send(4, channel);
    assert.equal(await nextAddress(gateway), null);
    const endpoint = await startEndpoint();
    const server = await nextServer(gateway, { guildId: used.world.guild, userId: member.id });
    assert.equal(server.endpoint, endpoint.address);
    keep(await VoiceClient.join(server));
  });

  test('is replaced by another one when it is lost, and by none without another one', async () => {
    const first = await startEndpoint();
    const { ada, gateway, server } = await connectBoth();
    assert.equal(server.endpoint, first.address);
    const second = await startEndpoint();
    await first.stop();
    await ada.untilClosed();
    await used.service.clock.advance(LOST_MS);
    const next = await nextServer(gateway, server);
    assert.equal(next.endpoint, second.address);
    const again = keep(await VoiceClient.join(next));
    await second.stop();
    await again.untilClosed();
    await used.service.clock.advance(LOST_MS);
    assert.equal(await nextAddress(gateway), null);
  });

  const skip = oneNodeOnly('the load of voice endpoints is counted every two seconds');
  test('removes a member whose next channel is at another one', { skip }, async () => {
    const { service, world } = used;
    const as = { as: world.bot };
    const { id: guildId } = await service.ok('POST', '/guilds', { ...as, json: { name: 'Other' } });
    const create = async (name: string) =>
      (await service.ok('POST', `/guilds/${guildId}/channels`, { ...as, json: { name, type: 2 } })).id;
    const channels = [await create('one'), await create('two')] as const;
    const [first, second] = [await startEndpoint(), await startEndpoint()];
    const member = await identify(world.member.token);
    assert.equal((await join(member, world.member.id)).endpoint, first.address);
    const bot = await identify(world.game.bot.token);
    const move = (channelId: string) => joinChannel(bot, { guildId, channelId, userId: world.game.bot.id });
    const server = await move(channels[0]);
    assert.equal(server.endpoint, second.address);
    const robot = keep(await VoiceClient.join(server));
    member.send(4, { guild_id: world.guild, channel_id: null });
    await settled(member);
    assert.equal((await move(channels[1])).endpoint, first.address);
    assert.equal((await robot.untilClosed()).code, 4014);
  });

  test('keeps its members while the service is restarted, for a minute', async () => {
    const clock = new ManualClock();
    const endpoint = await startEndpoint(clock);
    const { ada, robot } = await connectBoth();
    const speaks = async (sequence: number) => {
      ada.speak(sequence, FRAME);
      assert.equal((await robot.hear()).sequence, sequence);
    };
    await used.service.restart();
    await speaks(1);
    await eventually(async () => {
      await clock.advance(RETRY_MS);
      return endpoint.countLinks() === 2;
    });
    await speaks(2);
    await passWithHeartbeats(clock, KEPT_WITHOUT_SERVICE_MS - 10_000, [ada, robot]);
    await speaks(3);
    await clock.advance(20_000);
    assert.equal((await ada.untilClosed()).code, 4014);
  });

  test('disconnects its members when the service does not return', async () => {
    const clock = new ManualClock();
    await startEndpoint(clock);
    const { ada, robot } = await connectBoth();
    await used.service.api.stop();
    try {
      await passWithHeartbeats(clock, KEPT_WITHOUT_SERVICE_MS - 10_000, [ada, robot]);
      assert.equal(ada.closed, null);
      await clock.advance(20_000);
      assert.equal((await ada.untilClosed()).code, 4014);
    } finally {
      await used.service.restart();
    }
  });

  test('reports who speaks, which counts as activity', async () => {
    const clock = new ManualClock();
    await startEndpoint(clock);
    const { ada, gateway, robot } = await connectBoth();
    const { service, world } = used;
    const as = { as: world.bot };
    const channels = `/guilds/${world.guild}/channels`;
    const { id: afk } = await service.ok('POST', channels, { ...as, json: { name: 'away', type: 2 } });
    const afkSettings = { afk_channel_id: afk, afk_timeout: 60 };
    await service.ok('PATCH', `/guilds/${world.guild}`, { ...as, json: afkSettings });
    const isAway = () =>
      gateway.frames.some(
        ({ d, t }) => t === 'VOICE_STATE_UPDATE' && (d as { channel_id: string }).channel_id === afk,
      );
    for (let passed = 0; passed < 100_000; passed += 10_000) {
      ada.speak(passed / 10_000, FRAME);
      await robot.hear();
      await beat(ada);
      await beat(robot);
      await clock.advance(10_000);
      await settled(gateway);
      await service.clock.advance(10_000);
      await settled(gateway);
    }
    assert.equal(isAway(), false);
    for (let passed = 0; passed < 80_000 && !isAway(); passed += 10_000) {
      await service.clock.advance(10_000);
      await settled(gateway);
    }
    await holdsSoon(async () => isAway());
  });
});

describe('The link of an endpoint', () => {
  /** @returns the status that refused it, or 101 */
  async function open(headers: Record<string, string>): Promise<number> {
    const url = `${used.service.url.replace('http:', 'ws:')}/voice-endpoints`;
    const socket = new WebSocket(url, { headers });
    socket.on('error', () => undefined);
    const status = await Promise.race([
      once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number),
      once(socket, 'open').then(() => 101),
    ]);
    socket.terminate();
    return status;
  }

  test('needs the secret, and no Origin', async () => {
    const authorization = `Bearer ${SECRET}`;
    assert.equal(await open({}), 401);
    assert.equal(await open({ authorization: `Bearer ${createSecret()}` }), 401);
    assert.equal(await open({ authorization: SECRET }), 401);
    assert.equal(await open({ authorization, origin: 'https://evil.example' }), 403);
    assert.equal(await open({ authorization, host: 'evil.example' }), 403);
    assert.equal(await open({ authorization }), 101);
  });

  test('ends with a message that does not fit, and without one in time', async () => {
    const connect = async (...messages: readonly string[]) => {
      const url = `${used.service.url.replace('http:', 'ws:')}/voice-endpoints`;
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${SECRET}` } });
      const received: RawData[] = [];
      socket.on('message', (data) => received.push(data));
      const closed = once(socket, 'close');
      await once(socket, 'open');
      for (const message of messages) socket.send(message);
      return { closed, received };
    };
    const register = JSON.stringify({ op: 'register', id: 'x', address: '127.0.0.1:1' });
    await (await connect('{')).closed;
    await (await connect('{"op":"admitted","guild_id":"1","user_id":"2","nonce":0}')).closed;
    await (await connect(register, register)).closed;
    const { closed } = await connect();
    await used.service.clock.advance(10_000);
    await closed;
  });
});

/** A heartbeat, which keeps a connection. */
async function beat(client: VoiceClient): Promise<void> {
  client.send(3, { t: 0, seq_ack: -1 });
  await client.op(6);
}

async function passWithHeartbeats(clock: ManualClock, ms: number, clients: readonly VoiceClient[]) {
  for (let passed = 0; passed < ms; passed += 10_000) {
    for (const client of clients) await beat(client);
    await clock.advance(10_000);
  }
}
