import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { VOICE_LIMITS } from '#guildhall/api/voice/limits.js';
import { useWorld } from '../support/world.js';
import { joinChannel, VoiceClient } from './support/voice-client.js';

const LOOPBACK = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
const used = useWorld(async () => undefined, { voice: LOOPBACK });
const { burstSeconds, perSecond, unauthenticatedPerSecond } = VOICE_LIMITS.WORK;
/** an opcode that the endpoint ignores */
const IGNORED = 20;
/** Many values in few bytes, about 18,000 units of work. */
const COSTLY = Array.from({ length: 1000 }, () => 1);
const COSTLY_WORK = 18_000;

const clients: VoiceClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(): Promise<VoiceClient> {
  const gateway = await used.service.identify(used.world.member.token);
  await gateway.heard('GUILD_CREATE');
  const { guild: guildId, voice: channelId, member } = used.world;
  const server = await joinChannel(gateway, { guildId, channelId, userId: member.id });
  const client = await VoiceClient.connect(server.endpoint);
  clients.push(client);
  client.identify(server);
  return client;
}

/** Sends expensive payloads. @returns how the connection was closed */
function flood(client: VoiceClient, times: number) {
  assert.ok(times < VOICE_LIMITS.PAYLOADS_PER_SECOND * VOICE_LIMITS.PAYLOAD_BURST_SECONDS);
  for (let sent = 0; sent < times; sent += 1) client.send(IGNORED, COSTLY);
  return client.untilClosed();
}

describe('A client of the voice gateway', () => {
  test('that sends payloads that are expensive to read is closed with 4021', async () => {
    const client = await connect();
    await client.op(2);
    const { code } = await flood(client, Math.ceil((perSecond * burstSeconds) / COSTLY_WORK) + 2);
    assert.equal(code, 4021);
  });

  test('that has not identified may cause less work', async () => {
    const address = (await connect()).socket.url.replace(/^ws:\/\/([^/]+).*$/, '$1');
    const client = await VoiceClient.connect(address);
    clients.push(client);
    const { code } = await flood(
      client,
      Math.ceil((unauthenticatedPerSecond * burstSeconds) / COSTLY_WORK) + 2,
    );
    assert.equal(code, 4021);
  });

  test('that sends a payload of more values than one needs is closed with 4002', async () => {
    const client = await connect();
    client.send(
      IGNORED,
      Array.from({ length: VOICE_LIMITS.DECODE.terms + 1 }, () => 1),
    );
    assert.equal((await client.untilClosed()).code, 4002);
  });
});
