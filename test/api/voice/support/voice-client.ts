import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually } from '../../../helpers/eventually.js';
import type { GatewayClient } from '../../support/gateway-client.js';
import { CLIENT_CRYPTO, type SentPacket } from './packets.js';

export interface VoiceFrame {
  readonly op: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into payloads of every shape
  readonly d: any;
  readonly seq?: number;
}

/** What a gateway session learned about its voice server. */
export interface VoiceServer {
  readonly guildId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly endpoint: string;
}

/** Joins a channel with a gateway session. @returns where to connect */
export async function joinChannel(
  gateway: GatewayClient,
  channel: { readonly guildId: string; readonly channelId: string; readonly userId: string },
): Promise<VoiceServer> {
  gateway.send(4, {
    guild_id: channel.guildId,
    channel_id: channel.channelId,
    self_mute: false,
    self_deaf: false,
  });
  return await nextServer(gateway, channel);
}

/** The next voice server of a session. */
export async function nextServer(
  gateway: GatewayClient,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): Promise<VoiceServer> {
  const { endpoint, token } = await gateway.heard('VOICE_SERVER_UPDATE');
  assert.ok(endpoint !== null, 'there is a voice endpoint');
  return { guildId, userId, sessionId: gateway.sessionId, token, endpoint };
}

/** A client of the voice gateway and its UDP port, one step at a time. */
export class VoiceClient {
  readonly frames: VoiceFrame[] = [];
  readonly packets: Buffer[] = [];
  closed: { code: number; reason: string } | null = null;
  ssrc = 0;
  key = new Uint8Array();
  #mode = '';
  #isEnded = false;
  /** where it sends packets to */
  udpServer = { address: '', port: 0 };
  readonly #taken = new Set<VoiceFrame>();

  private constructor(
    readonly socket: WebSocket,
    readonly udp: Socket,
  ) {
    socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as VoiceFrame));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    socket.on('error', () => undefined);
    udp.on('message', (packet) => this.packets.push(packet));
  }

  /** Connects and waits for HELLO. @param ca the certificate of an endpoint with TLS */
  static async connect(endpoint: string, query = 'v=8', ca?: string): Promise<VoiceClient> {
    const udp = createSocket('udp4');
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    const scheme = ca === undefined ? 'ws' : 'wss';
    const socket = new WebSocket(`${scheme}://${endpoint}/?${query}`, ca === undefined ? {} : { ca });
    const client = new VoiceClient(socket, udp);
    await eventually(() => client.socket.readyState !== WebSocket.CONNECTING);
    return client;
  }

  /** Connects and identifies. */
  static async identify(server: VoiceServer, query = 'v=8', ca?: string): Promise<VoiceClient> {
    const client = await VoiceClient.connect(server.endpoint, query, ca);
    client.identify(server);
    const { d } = await client.op(2);
    client.ssrc = d.ssrc;
    client.udpServer = { address: d.ip, port: d.port };
    return client;
  }

  /** Connects until packets can be exchanged, and says that it speaks. */
  static async join(
    server: VoiceServer,
    options: { query?: string; mode?: string; ca?: string } = {},
  ): Promise<VoiceClient> {
    const client = await VoiceClient.identify(server, options.query, options.ca);
    await client.selectProtocol(options.mode);
    client.send(5, { speaking: options.query === 'v=3' ? true : 1, delay: 0, ssrc: client.ssrc });
    return client;
  }

  identify({ guildId, sessionId, token, userId }: VoiceServer): void {
    this.send(0, { server_id: guildId, user_id: userId, session_id: sessionId, token });
  }

  /** Finds its own address and chooses how packets are encrypted. */
  async selectProtocol(mode = 'aead_aes256_gcm_rtpsize'): Promise<void> {
    const { address, port } = await this.discover();
    this.#mode = mode;
    this.send(1, { protocol: 'udp', data: { address, port, mode } });
    const { d } = await this.op(4);
    assert.equal(d.mode, mode);
    this.key = Uint8Array.from(d.secret_key);
  }

  /** Asks the endpoint for the client's address. */
  async discover(): Promise<{ address: string; port: number }> {
    const request = Buffer.alloc(74);
    request.writeUInt16BE(1, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(this.ssrc, 4);
    this.sendRaw(request);
    const reply = await eventually(() => this.packets.find((packet) => packet.readUInt16BE(0) === 2));
    this.packets.splice(this.packets.indexOf(reply), 1);
    const address = reply.toString('latin1', 8, reply.indexOf(0, 8));
    return { address, port: reply.readUInt16BE(72) };
  }

  send(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  sendRaw(packet: Buffer): void {
    this.udp.send(packet, this.udpServer.port, this.udpServer.address);
  }

  /** Encrypts a frame of Opus and sends it. */
  speak(sequence: number, payload: Buffer, more: Partial<SentPacket> = {}): void {
    this.sendRaw(this.seal({ ssrc: this.ssrc, sequence, payload, ...more }));
  }

  seal(packet: SentPacket): Buffer {
    return this.#crypto.seal(this.key, packet);
  }

  /** Waits until a packet was received; gives its source, sequence and frame. */
  async hear(): Promise<{ ssrc: number; sequence: number; payload: Buffer }> {
    const packet = await eventually(() => this.packets.shift());
    const payload = this.#crypto.open(this.key, packet);
    return { ssrc: packet.readUInt32BE(8), sequence: packet.readUInt16BE(2), payload };
  }

  /** Waits for the next frame with this opcode that nobody has waited for yet. */
  async op(op: number): Promise<VoiceFrame> {
    const find = () => this.frames.find((frame) => !this.#taken.has(frame) && frame.op === op);
    const frame = await eventually(find, {
      ended: () => (this.closed === null ? undefined : `closed with ${this.closed.code}`),
      describe: () => `op ${op} did not arrive; received ${this.frames.map((each) => each.op).join(', ')}`,
    });
    this.#taken.add(frame);
    return frame;
  }

  untilClosed(): Promise<{ code: number; reason: string }> {
    return eventually(() => this.closed ?? false);
  }

  /** Goes away without a word, as a lost network would; keeps its UDP port. */
  drop(): Promise<unknown> {
    this.socket.terminate();
    return this.untilClosed();
  }

  async close(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.udp.close();
    this.socket.close(1000);
    await this.untilClosed();
  }

  get #crypto() {
    return CLIENT_CRYPTO[this.#mode] ?? assert.fail(`no encryption for ${this.#mode}`);
  }
}
