import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import { VOICE_LIMITS } from '#guildhall/api/voice/limits.js';
import { eventually } from '../../helpers/eventually.js';
import { holdsSoon } from '../../helpers/nodes/soon.js';
import { notInWine } from '../../helpers/only-on.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { CLIENT_CRYPTO } from './support/packets.js';
import { joinChannel, nextServer, VoiceClient, type VoiceServer } from './support/voice-client.js';

const LOOPBACK = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
const used = useWorld(async () => undefined, { voice: LOOPBACK });
const FRAME = Buffer.from('an Opus frame');
const VIEW_CHANNEL = 0x400;
const SPEAK = 0x200000;
/** Their nonces are counters, at the end of each packet. */
const COUNTER_MODES = [
  'aead_aes256_gcm_rtpsize',
  'aead_xchacha20_poly1305_rtpsize',
  'xsalsa20_poly1305_lite',
];

const clients: (VoiceClient | GatewayClient)[] = [];
const keep = <Client extends VoiceClient | GatewayClient>(client: Client): Client => {
  clients.push(client);
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** A person or bot in the voice channel of the world. */
interface Speaker {
  readonly gateway: GatewayClient;
  readonly server: VoiceServer;
}

async function enter(token: string, userId: string, channelId = used.world.voice): Promise<Speaker> {
  const gateway = keep(await used.service.identify(token));
  await gateway.heard('GUILD_CREATE');
  const server = await joinChannel(gateway, { guildId: used.world.guild, channelId, userId });
  return { gateway, server };
}

const enterMember = () => enter(used.world.member.token, used.world.member.id);
const enterBot = () => enter(used.world.game.bot.token, used.world.game.bot.id);

async function connectBoth(options: { query?: string; mode?: string } = {}) {
  const [member, bot] = [await enterMember(), await enterBot()];
  const ada = keep(await VoiceClient.join(member.server, options));
  const robot = keep(await VoiceClient.join(bot.server));
  await ada.op(5);
  return { member, bot, ada, robot };
}

/** Everything sent before has been handled once the endpoint answers. */
async function settle(client: VoiceClient): Promise<void> {
  await client.discover();
}

let sequence = 1000;

/** Whether a frame of one client reaches another. */
async function reaches(speaker: VoiceClient, listener: VoiceClient): Promise<boolean> {
  sequence += 1;
  speaker.speak(sequence, FRAME);
  await settle(speaker);
  await settle(listener);
  if (listener.packets.length === 0) return false;
  assert.equal((await listener.hear()).sequence, sequence);
  return true;
}

const isHeard = (speaker: VoiceClient, listener: VoiceClient) => holdsSoon(() => reaches(speaker, listener));
const isSilent = (speaker: VoiceClient, listener: VoiceClient) =>
  holdsSoon(async () => !(await reaches(speaker, listener)));

const changeMember = (json: object) =>
  used.service.ok('PATCH', `/guilds/${used.world.guild}/members/${used.world.member.id}`, {
    as: used.world.bot,
    json,
  });

describe('Voice endpoint', () => {
  for (const mode of Object.keys(CLIENT_CRYPTO)) {
    test(`packets encrypted with ${mode} reach the others of the channel, encrypted for each`, async () => {
      const { ada, robot } = await connectBoth({ mode });
      ada.speak(7, FRAME);
      assert.deepEqual(await robot.hear(), { ssrc: ada.ssrc, sequence: 7, payload: FRAME });
      robot.speak(9, FRAME);
      assert.deepEqual(await ada.hear(), { ssrc: robot.ssrc, sequence: 9, payload: FRAME });
      assert.notDeepEqual(ada.key, robot.key);
    });
  }

  for (const query of ['v=3', 'v=4', 'v=8']) {
    test(`a client of ${query} learns who is in the channel and who speaks`, async () => {
      const { ada, member, robot, bot } = await connectBoth({ query });
      const { d: present } = await ada.op(12);
      assert.deepEqual(present, { user_id: bot.server.userId, audio_ssrc: robot.ssrc, video_ssrc: 0 });
      robot.send(5, { speaking: 0, delay: 0, ssrc: robot.ssrc });
      const silence = { user_id: bot.server.userId, ssrc: robot.ssrc, delay: 0 };
      assert.deepEqual((await ada.op(5)).d, { ...silence, speaking: query === 'v=3' ? false : 0 });
      await ada.close();
      member.gateway.send(4, { guild_id: used.world.guild, channel_id: null });
      assert.deepEqual((await robot.op(13)).d, { user_id: member.server.userId });
    });
  }

  test('a token admits once, for its user and its session', async () => {
    const { server } = await enterMember();
    const refused = async (wrong: Partial<VoiceServer>) => {
      const client = keep(await VoiceClient.connect(server.endpoint));
      client.identify({ ...server, ...wrong });
      return (await client.untilClosed()).code;
    };
    assert.equal(await refused({ userId: used.world.game.bot.id }), 4004);
    assert.equal(await refused({ guildId: '1' }), 4004);
    assert.equal(await refused({ token: 'wrong' }), 4004);
    assert.equal(await refused({ sessionId: 'wrong' }), 4006);
    keep(await VoiceClient.identify(server));
    assert.equal(await refused({}), 4006);
  });

  test('a token that was not used in time admits nobody', async () => {
    const { server } = await enterMember();
    await used.service.clock.advance(VOICE_LIMITS.TOKEN_LIFE_MS + 1);
    const client = keep(await VoiceClient.connect(server.endpoint));
    client.identify(server);
    assert.equal((await client.untilClosed()).code, 4004);
  });

  test('nothing of members who are muted, mute themselves or may not speak is passed on', async () => {
    const { ada, member, robot } = await connectBoth();
    const allow = (permission: number, isAllowed: boolean) =>
      used.service.ok('PUT', `/channels/${used.world.voice}/permissions/${used.world.member.id}`, {
        as: used.world.bot,
        json: { type: 'member', allow: isAllowed ? permission : 0, deny: isAllowed ? 0 : permission },
      });
    const voiceState = { guild_id: used.world.guild, channel_id: used.world.voice };
    const untilSelfMute = async (wanted: boolean) => {
      member.gateway.send(4, { ...voiceState, self_mute: wanted, self_deaf: false });
      while ((await member.gateway.heard('VOICE_STATE_UPDATE')).self_mute !== wanted);
    };
    await changeMember({ mute: true });
    await isSilent(ada, robot);
    await changeMember({ mute: false });
    await untilSelfMute(true);
    await isSilent(ada, robot);
    await untilSelfMute(false);
    await allow(SPEAK, false);
    await isSilent(ada, robot);
    await allow(SPEAK, true);
    await isHeard(ada, robot);
  });

  test('a member who may not speak listens, and one who may no longer view the channel is disconnected', async () => {
    const { ada, robot } = await connectBoth();
    const deny = (permissions: number) =>
      used.service.ok('PUT', `/channels/${used.world.voice}/permissions/${used.world.member.id}`, {
        as: used.world.bot,
        json: { type: 'member', allow: 0, deny: permissions },
      });
    await deny(SPEAK);
    await isHeard(robot, ada);
    await deny(VIEW_CHANNEL);
    assert.equal((await ada.untilClosed()).code, 4014);
    await deny(0);
  });

  test('a member who is moved to a channel that they may not view listens to it, and may not speak', async () => {
    const member = await enterMember();
    const json = { name: 'private', type: 2, permission_overwrites: [] as object[] };
    json.permission_overwrites.push({ id: used.world.guild, type: 'role', allow: 0, deny: VIEW_CHANNEL });
    const room = await used.service.ok('POST', `/guilds/${used.world.guild}/channels`, {
      as: used.world.bot,
      json,
    });
    const bot = await enter(used.world.game.bot.token, used.world.game.bot.id, room.id);
    const robot = keep(await VoiceClient.join(bot.server));
    await changeMember({ channel_id: room.id });
    const ada = keep(await VoiceClient.join(await nextServer(member.gateway, member.server)));
    await robot.op(5);
    robot.speak(1, FRAME);
    assert.equal((await ada.hear()).sequence, 1);
    ada.speak(1, FRAME);
    await settle(ada);
    await settle(robot);
    assert.equal(robot.packets.length, 0);
    // The access lasts until they leave: they cannot come back by themselves.
    member.gateway.send(4, { guild_id: used.world.guild, channel_id: null });
    assert.equal((await ada.untilClosed()).code, 4014);
  });

  test('deaf members receive nothing', async () => {
    const { ada, robot } = await connectBoth();
    await changeMember({ deaf: true });
    await isSilent(robot, ada);
    await changeMember({ deaf: false });
    await isHeard(robot, ada);
  });

  test('a member who is moved is disconnected and gets a new voice server; one who leaves is disconnected', async () => {
    const { ada, member } = await connectBoth();
    const other = await used.service.ok('POST', `/guilds/${used.world.guild}/channels`, {
      as: used.world.bot,
      json: { name: 'other', type: 2 },
    });
    await changeMember({ channel_id: other.id });
    assert.equal((await ada.untilClosed()).code, 4014);
    const moved = keep(await VoiceClient.join(await nextServer(member.gateway, member.server)));
    member.gateway.send(4, { guild_id: used.world.guild, channel_id: null });
    assert.equal((await moved.untilClosed()).code, 4014);
  });

  test('recorded packets, packets of strangers and packets before SPEAKING are not passed on', async () => {
    const [member, bot] = [await enterMember(), await enterBot()];
    const robot = keep(await VoiceClient.join(bot.server));
    const ada = keep(await VoiceClient.identify(member.server));
    await ada.selectProtocol();
    ada.speak(1, FRAME);
    await settle(ada);
    ada.send(5, { speaking: 1, delay: 0, ssrc: ada.ssrc });
    await robot.op(5);
    const recorded = ada.seal({ ssrc: ada.ssrc, sequence: 2, payload: FRAME });
    ada.sendRaw(recorded);
    ada.sendRaw(recorded);
    robot.sendRaw(recorded);
    robot.sendRaw(robot.seal({ ssrc: ada.ssrc, sequence: 3, payload: FRAME }));
    ada.speak(4, FRAME);
    const heard = [(await robot.hear()).sequence, (await robot.hear()).sequence];
    assert.deepEqual(heard, [2, 4]);
    await settle(robot);
    assert.equal(robot.packets.length, 0);
  });

  test('packets with the source of another client do not use up what that client may send', async () => {
    const { ada, robot } = await connectBoth();
    ada.speak(1, FRAME);
    await robot.hear();
    const forged = robot.seal({ ssrc: ada.ssrc, sequence: 2, payload: FRAME });
    const { PACKETS_PER_SECOND: rate, PACKET_BURST_SECONDS: seconds } = VOICE_LIMITS;
    for (let sent = 0; sent < rate * seconds * 2; sent += 1) robot.sendRaw(forged);
    await settle(robot);
    ada.speak(3, FRAME);
    assert.equal((await robot.hear()).sequence, 3);
  });

  for (const mode of COUNTER_MODES) {
    test(`with ${mode} the endpoint does not use the nonces of a client that counts from zero`, async () => {
      const { ada, robot } = await connectBoth({ mode });
      robot.speak(1, FRAME);
      const packet = await eventually(() => ada.packets[0]);
      assert.ok(packet.readUInt32BE(packet.length - 4) >= 2 ** 31);
    });
  }

  test('a lost connection is resumed: what was missed is sent again, and packets flow meanwhile', async () => {
    const { ada, bot, member, robot } = await connectBoth();
    const acknowledged = ada.frames.at(-1)?.seq ?? -1;
    await ada.drop();
    robot.send(5, { speaking: 0, delay: 0, ssrc: robot.ssrc });
    robot.send(5, { speaking: 1, delay: 0, ssrc: robot.ssrc });
    robot.speak(1, FRAME);
    assert.equal((await ada.hear()).sequence, 1);
    const again = keep(await VoiceClient.connect(member.server.endpoint));
    const { guildId, sessionId, token } = member.server;
    again.send(7, { server_id: guildId, session_id: sessionId, token, seq_ack: acknowledged });
    await again.op(9);
    const missed = [await again.op(5), await again.op(5)];
    assert.deepEqual(
      missed.map(({ d }) => [d.user_id, d.speaking]),
      [
        [bot.server.userId, 0],
        [bot.server.userId, 1],
      ],
    );
  });

  test('a session that is not resumed in time ends, and the others learn it', async () => {
    const { ada, member, robot } = await connectBoth();
    await ada.drop();
    for (
      let passed = 0;
      passed < VOICE_LIMITS.RESUME_WITHIN_MS;
      passed += VOICE_LIMITS.HEARTBEAT_INTERVAL_MS
    ) {
      await used.service.clock.advance(VOICE_LIMITS.HEARTBEAT_INTERVAL_MS);
      robot.send(3, { t: passed, seq_ack: -1 });
      await robot.op(6);
    }
    assert.deepEqual((await robot.op(13)).d, { user_id: member.server.userId });
    const late = keep(await VoiceClient.connect(member.server.endpoint));
    const { guildId, sessionId, token } = member.server;
    late.send(7, { server_id: guildId, session_id: sessionId, token, seq_ack: -1 });
    assert.equal((await late.untilClosed()).code, 4006);
  });

  test('heartbeats are acknowledged; without them the connection is closed with 4009', async () => {
    const { ada } = await connectBoth();
    ada.send(3, { t: 1234, seq_ack: -1 });
    assert.deepEqual((await ada.op(6)).d, { t: 1234 });
    await used.service.clock.advance(VOICE_LIMITS.HEARTBEAT_INTERVAL_MS * 2);
    assert.equal((await ada.untilClosed()).code, 4009);
  });

  test('payloads that do not fit close with their code', async () => {
    const { server } = await enterMember();
    const closedBy = async (op: number, d: unknown, identified = false) => {
      const client = keep(await VoiceClient.connect(server.endpoint));
      if (identified) client.identify(server);
      client.send(op, d);
      return (await client.untilClosed()).code;
    };
    assert.equal(await closedBy(9, null), 4001);
    assert.equal(await closedBy(13, null), 4001);
    assert.equal(await closedBy(0, { server_id: 1 }), 4002);
    assert.equal(await closedBy(5, { speaking: 1 }), 4003);
    const webrtc = { protocol: 'webrtc', data: { address: '127.0.0.1', port: 1, mode: 'plain' } };
    assert.equal(await closedBy(1, webrtc, true), 4012);
    const old = keep(await VoiceClient.connect(server.endpoint, 'v=2'));
    assert.equal((await old.untilClosed()).code, 4020);
  });

  test('opcodes from 14 on are ignored', async () => {
    const { server } = await enterMember();
    const client = keep(await VoiceClient.connect(server.endpoint));
    for (const op of [14, 18, 99]) client.send(op, {});
    client.identify(server);
    await client.op(2);
  });

  test('a client that reads the bytes of its own port in the other order receives packets', async () => {
    const [member, bot] = [await enterMember(), await enterBot()];
    const robot = keep(await VoiceClient.join(bot.server));
    const ada = keep(await VoiceClient.identify(member.server));
    const { address, port } = await ada.discover();
    const swapped = ((port & 0xff) << 8) | (port >> 8);
    ada.send(1, { protocol: 'udp', data: { address, port: swapped, mode: 'aead_aes256_gcm_rtpsize' } });
    await ada.op(4);
    robot.speak(1, FRAME);
    await eventually(() => ada.packets.length > 0);
  });

  test('requests of others with the source of a client do not keep it from finding its address', {
    skip: notInWine('packets of a socket on 127.0.0.3 come from 127.0.0.1'),
  }, async () => {
    const [member, bot] = [await enterMember(), await enterBot()];
    const robot = keep(await VoiceClient.join(bot.server));
    const ada = keep(await VoiceClient.identify(member.server));
    const { address, port } = await ada.discover();
    const forged = Buffer.alloc(74);
    forged.writeUInt16BE(1, 0);
    forged.writeUInt16BE(70, 2);
    forged.writeUInt32BE(ada.ssrc, 4);
    const other = createSocket('udp4');
    other.bind(0, '127.0.0.3');
    await once(other, 'listening');
    other.send(forged, robot.udpServer.port, robot.udpServer.address);
    await once(other, 'message');
    other.close();
    ada.send(1, { protocol: 'udp', data: { address, port, mode: 'aead_aes256_gcm_rtpsize' } });
    await ada.op(4);
    robot.speak(1, FRAME);
    await eventually(() => ada.packets.length === 1);
  });

  test('a packet that somebody else forwards late does not move the packets of its client there', async () => {
    const { ada, robot } = await connectBoth();
    const recorded = ada.seal({ ssrc: ada.ssrc, sequence: 5, payload: FRAME });
    ada.speak(6, FRAME);
    assert.equal((await robot.hear()).sequence, 6);
    const thief = keep(await VoiceClient.connect(ada.socket.url.replace(/^ws:\/\/([^/]+).*$/, '$1')));
    thief.udp.send(recorded, robot.udpServer.port, robot.udpServer.address);
    assert.equal((await robot.hear()).sequence, 5);
    robot.speak(1, FRAME);
    assert.equal((await ada.hear()).sequence, 1);
    assert.equal(thief.packets.length, 0);
  });

  for (const mode of ['xsalsa20_poly1305_lite', 'xsalsa20_poly1305_suffix']) {
    test(`with ${mode} a recorded packet with another sequence neither silences its client nor moves it`, async () => {
      const { ada, robot } = await connectBoth({ mode });
      const recorded = ada.seal({ ssrc: ada.ssrc, sequence: 5, payload: FRAME });
      ada.sendRaw(recorded);
      assert.equal((await robot.hear()).sequence, 5);
      const thief = keep(await VoiceClient.connect(ada.socket.url.replace(/^ws:\/\/([^/]+).*$/, '$1')));
      robot.speak(1, FRAME);
      const reflected = await eventually(() => ada.packets[0]);
      for (const packet of [recorded, reflected]) {
        packet.writeUInt16BE(30_000, 2);
        packet.writeUInt32BE(ada.ssrc, 8);
        thief.udp.send(packet, robot.udpServer.port, robot.udpServer.address);
      }
      await settle(ada);
      ada.speak(6, FRAME);
      assert.equal((await robot.hear()).sequence, 6);
      robot.speak(2, FRAME);
      await eventually(() => ada.packets.length === 2);
      assert.equal(thief.packets.length, 0);
    });
  }

  test('a client whose address changes receives its packets there from its next packet on', async () => {
    const { ada, robot } = await connectBoth();
    const moved = keep(await VoiceClient.connect(ada.socket.url.replace(/^ws:\/\/([^/]+).*$/, '$1')));
    ada.speak(1, FRAME);
    await robot.hear();
    moved.udp.send(
      ada.seal({ ssrc: ada.ssrc, sequence: 2, payload: FRAME }),
      robot.udpServer.port,
      robot.udpServer.address,
    );
    await robot.hear();
    robot.speak(1, FRAME);
    await eventually(() => moved.packets.length === 1);
  });

  test('packets go to an address only if its client was seen there', async () => {
    const { server } = await enterMember();
    const bot = await enterBot();
    const robot = keep(await VoiceClient.join(bot.server));
    const victim = keep(await VoiceClient.connect(server.endpoint));
    const ada = keep(await VoiceClient.identify(server));
    const { port } = victim.udp.address();
    let sequence = 0;
    // Also on the address of its WebSocket, which behind a proxy is that of everybody.
    for (const address of ['127.0.0.2', '127.0.0.1']) {
      ada.send(1, { protocol: 'udp', data: { address, port, mode: 'aead_aes256_gcm_rtpsize' } });
      await ada.op(4);
      sequence += 1;
      robot.speak(sequence, FRAME);
      await settle(robot);
      assert.equal(victim.packets.length, 0);
    }
    // Once a request has come from there, they do.
    const request = Buffer.alloc(74);
    request.writeUInt16BE(1, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(ada.ssrc, 4);
    victim.udp.send(request, robot.udpServer.port, robot.udpServer.address);
    await eventually(() => victim.packets.length === 1);
    robot.speak(3, FRAME);
    await eventually(() => victim.packets.length === 2);
  });
});
