import { createCipheriv } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { WebSocket } from 'ws';
import { type Json, listAt, parseJson, textAt, valueAt } from './json.js';
import { waitFor } from './wait.js';

const MODE = 'aead_aes256_gcm_rtpsize';
const DISCOVERY_BYTES = 74;
/** a frame of Opus that sounds, and the one of silence */
const SOUND = Buffer.from([0x78, 1, 2, 3, 4, 5, 6, 7]);
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);

/** Where and as whom a voice connection is opened: from VOICE_SERVER_UPDATE and VOICE_STATE_UPDATE. */
export interface VoiceServer {
  readonly endpoint: string;
  readonly token: string;
  readonly guildId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** A person's voice connection (version 8) that sends frames of Opus. */
export class VoiceConnection {
  readonly #payloads: { readonly op: Json | undefined; readonly d: Json }[] = [];
  readonly #udp: Socket = createSocket('udp4');
  #address: { readonly host: string; readonly port: number } | null = null;
  #key: Buffer = Buffer.alloc(0);
  #ssrc = 0;
  #sent = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      const frame = parseJson(data.toString());
      this.#payloads.push({ op: valueAt(frame, 'op'), d: valueAt(frame, 'd') ?? null });
    });
    this.#udp.on('error', () => {});
  }

  /** Identifies, finds its own address, and agrees on a key. */
  static async open({ endpoint, guildId, sessionId, token, userId }: VoiceServer): Promise<VoiceConnection> {
    const connection = new VoiceConnection(new WebSocket(`ws://${endpoint}/?v=8`));
    await connection.#payload(8);
    connection.#send(0, { server_id: guildId, user_id: userId, session_id: sessionId, token });
    const ready = await connection.#payload(2);
    connection.#ssrc = Number(valueAt(ready, 'ssrc'));
    connection.#address = { host: textAt(ready, 'ip'), port: Number(valueAt(ready, 'port')) };
    const data = { ...(await connection.#discover()), mode: MODE };
    connection.#send(1, { protocol: 'udp', data });
    const described = await connection.#payload(4);
    connection.#key = Buffer.from(listAt(described, 'secret_key').map(Number));
    connection.#send(5, { speaking: 1, delay: 0, ssrc: connection.#ssrc });
    return connection;
  }

  /** Sends a frame that sounds. */
  speak(): void {
    this.#sendFrame(SOUND);
  }

  /** Sends the five frames of silence that end speech. */
  fallSilent(): void {
    for (let count = 0; count < 5; count += 1) this.#sendFrame(SILENCE);
  }

  close(): void {
    this.socket.close();
    this.#udp.close();
  }

  #send(op: number, d: Json): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  async #payload(op: number): Promise<Json> {
    const what = `op ${op} of the voice gateway`;
    const { d } = await waitFor(what, () => this.#payloads.find((each) => each.op === op));
    return d;
  }

  async #discover(): Promise<{ address: string; port: number }> {
    const request = Buffer.alloc(DISCOVERY_BYTES);
    request.writeUInt16BE(1, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(this.#ssrc, 4);
    let reply: Buffer | undefined;
    this.#udp.once('message', (packet) => {
      reply = packet;
    });
    this.#sendPacket(request);
    const answer = await waitFor('the address of the client', () => reply);
    const address = answer.toString('latin1', 8, answer.indexOf(0, 8));
    return { address, port: answer.readUInt16BE(72) };
  }

  #sendFrame(opus: Buffer): void {
    this.#sent += 1;
    const header = Buffer.from([0x80, 0x78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    header.writeUInt16BE(this.#sent & 0xffff, 2);
    header.writeUInt32BE(this.#sent * 960, 4);
    header.writeUInt32BE(this.#ssrc, 8);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(this.#sent, 0);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(header);
    const sealed = [cipher.update(opus), cipher.final(), cipher.getAuthTag()];
    this.#sendPacket(Buffer.concat([header, ...sealed, nonce.subarray(0, 4)]));
  }

  #sendPacket(packet: Buffer): void {
    if (this.#address !== null) this.#udp.send(packet, this.#address.port, this.#address.host);
  }
}
