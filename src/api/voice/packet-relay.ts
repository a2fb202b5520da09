import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  type DiscoveredAddress,
  readDiscoveryRequest,
  writeDiscoveryReply,
} from '../../net/voice-packets/ip-discovery.js';
import { KEEPALIVE_BYTES } from '../../net/voice-packets/keepalive.js';
import type { OpenedPacket } from '../../net/voice-packets/packet-cipher.js';
import {
  isVoicePacket,
  opusFrame,
  type RtpHeader,
  readRtpHeader,
  writeRtpHeader,
} from '../../net/voice-packets/rtp-packet.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { OPUS_SILENCE } from '../../protocol/opus-silence.js';
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
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The UDP side of the endpoint. Each packet is decrypted with the key of its sender and encrypted for every other member
 * of the channel who may listen, with a plain header (docs/adr/0028-voice-endpoint.md). Strangers get no answer, except to
 * requests that name a known source.
 */
export class PacketRelay implements Component {
  private constructor(
    private readonly socket: Socket,
    private readonly rooms: VoiceRooms,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    socket.on('message', (packet, from) => this.#receive(packet, from));
    // An unreachable receiver is an error of the socket on some systems.
    socket.on('error', (error) => log.debug({ err: error }, 'voice socket failed'));
  }

  /** Binds the port. @throws {Error} with the system's code if it is in use */
  static async start({ clock, host, log, port, rooms }: PacketRelayOptions): Promise<PacketRelay> {
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
    try {
      await bound;
    } catch (error) {
      socket.close();
      throw error;
    }
    return new PacketRelay(socket, rooms, clock, log);
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
    const isAtHome = session?.address.is(from) ?? false;
    if (session === undefined || !session.limits.takeReceived(packet.length, isAtHome)) return;
    const opened = session.openPacket(packet);
    if (opened === null) return;
    // Only its client can have encrypted it: the client is there now, maybe behind another NAT mapping. Somebody who
    // forwards packets that were recorded before is late.
    if (!isAtHome && opened.age === 'newest') this.rooms.locate(session, from);
    if (session.isAudible) this.#passOn(session, header, opened);
  }

  #passOn(session: VoiceSession, header: RtpHeader, { payload, unencrypted }: OpenedPacket): void {
    const opus = opusFrame(unencrypted, payload);
    if (opus === null) return;
    if (!opus.equals(OPUS_SILENCE)) session.spoke(this.clock.now());
    const room = this.rooms.inChannelOf(session);
    if (!session.limits.takeCopies(room.size - 1)) return;
    const plain = writeRtpHeader(header);
    const bytes = plain.length + opus.length;
    const isSpeech = session.limits.takeSpeech(bytes);
    for (const other of room) {
      const { address, cipher, limits, member } = other;
      if (other === session || cipher === null || !member.mayListen || address.current === null) continue;
      if (limits.takeSent(bytes, isSpeech)) {
        this.#send(cipher.seal(plain, opus), address.current);
      }
    }
  }

  #echo(packet: Buffer, from: RemoteInfo): void {
    // The counter says nothing about its sender, so only addresses that belong to a session get an echo.
    const session = this.rooms.atAddress(from);
    if (session?.limits.takeEcho()) this.#send(packet, from);
  }

  #discover(packet: Buffer, from: RemoteInfo): void {
    const ssrc = readDiscoveryRequest(packet);
    const session = ssrc === null ? undefined : this.rooms.ofSource(ssrc);
    if (session === undefined) return;
    if (!session.limits.takeReceived(packet.length, session.address.is(from))) return;
    if (session.address.discover(from)) this.rooms.locate(session, from);
    this.#send(writeDiscoveryReply(packet, from), from);
  }

  #send(packet: Buffer, { address, port }: DiscoveredAddress): void {
    this.socket.send(packet, port, address, this.#sent);
  }

  readonly #sent = (error: Error | null): void => {
    if (error !== null) this.log.debug({ err: error }, 'failed to send a voice packet');
  };
}
