import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readDiscoveryRequest, writeDiscoveryReply } from '../../net/voice-packets/ip-discovery.js';
import { KEEPALIVE_BYTES } from '../../net/voice-packets/keepalive.js';
import {
  isVoicePacket,
  opusFrame,
  readRtpHeader,
  writeRtpHeader,
} from '../../net/voice-packets/rtp-packet.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_LIMITS } from './limits.js';
import type { VoiceRooms } from './voice-rooms.js';
import type { VoiceSession } from './voice-session.js';

/** The kernel's buffers: a burst of many speakers must not be dropped while the process does something else. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

export interface PacketRelayOptions {
  readonly host: string;
  /** 0: any free port */
  readonly port: number;
  readonly rooms: VoiceRooms;
  readonly log: Logger;
}

/**
 * The UDP side of the endpoint. Each packet is decrypted with the key of its sender and encrypted for every other member
 * of the channel who may listen, with a plain header (docs/adr/0054-relayed-packets-have-a-plain-header.md). Nothing is answered to strangers, except the echo of requests of known sources.
 */
export class PacketRelay implements Component {
  private constructor(
    private readonly socket: Socket,
    private readonly rooms: VoiceRooms,
    private readonly log: Logger,
  ) {
    socket.on('message', (packet, from) => this.#receive(packet, from));
    // An unreachable receiver is an error of the socket on some systems.
    socket.on('error', (error) => log.debug({ err: error }, 'voice socket failed'));
  }

  /** Binds the port. @throws {Error} with the system's code if it is in use */
  static async start({ host, port, rooms, log }: PacketRelayOptions): Promise<PacketRelay> {
    const socket = createSocket({
      type: host.includes(':') ? 'udp6' : 'udp4',
      recvBufferSize: SOCKET_BUFFER_BYTES,
      sendBufferSize: SOCKET_BUFFER_BYTES,
      // Receivers are addresses already; the system's resolver would cost as much as the encryption.
      lookup: (address, _, found) => found(null, address, address.includes(':') ? 6 : 4),
    });
    // Listened for first: with this lookup the port is bound at once.
    const bound = once(socket, 'listening');
    socket.bind({ address: host, port, exclusive: true });
    await bound;
    return new PacketRelay(socket, rooms, log);
  }

  get port(): number {
    return this.socket.address().port;
  }

  async stop(): Promise<void> {
    this.socket.removeAllListeners('message');
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  #receive(packet: Buffer, from: RemoteInfo): void {
    if (packet.length > VOICE_LIMITS.PACKET_BYTES) return;
    if (isVoicePacket(packet)) this.#relay(packet, from);
    else if (packet.length === KEEPALIVE_BYTES) this.#echo(packet, from);
    else this.#discover(packet, from);
  }

  #relay(packet: Buffer, from: RemoteInfo): void {
    const header = readRtpHeader(packet);
    const session = this.rooms.ofSource(header.ssrc);
    if (session === undefined || !session.takePacket(from)) return;
    const opened = session.cipher?.open(packet) ?? null;
    if (opened === null || !session.replays.accept(header.sequence)) return;
    // Only its own client can have encrypted it: the client is there now, maybe behind another NAT mapping.
    if (!session.isAt(from)) this.rooms.locate(session, { address: from.address, port: from.port });
    if (!session.isAudible) return;
    const opus = opusFrame(opened.unencrypted, opened.payload);
    if (opus === null) return;
    const plain = writeRtpHeader(header);
    for (const other of this.rooms.inChannelOf(session)) {
      if (other === session || other.cipher === null || !other.member.mayListen) continue;
      this.#send(other.cipher.seal(plain, opus), other);
    }
  }

  #echo(packet: Buffer, from: RemoteInfo): void {
    // The counter says nothing about its sender, so only addresses that belong to a session get an echo.
    if (this.rooms.isKnownAddress(from)) {
      this.socket.send(packet, from.port, from.address);
    }
  }

  #discover(packet: Buffer, from: RemoteInfo): void {
    const ssrc = readDiscoveryRequest(packet);
    const session = ssrc === null ? undefined : this.rooms.ofSource(ssrc);
    if (session === undefined || !session.takePacket(from)) return;
    const { address, port } = from;
    session.discovered = { address, port };
    this.socket.send(writeDiscoveryReply(packet, { address, port }), port, address);
  }

  #send(packet: Buffer, { address }: VoiceSession): void {
    if (address === null) return;
    this.socket.send(packet, address.port, address.address, (error) => {
      if (error !== null) this.log.debug({ err: error }, 'failed to send a voice packet');
    });
  }
}
