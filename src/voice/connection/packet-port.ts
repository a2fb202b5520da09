import type { Socket } from 'node:dgram';
import {
  type DiscoveredAddress,
  readDiscoveryReply,
  writeDiscoveryRequest,
} from '../../net/voice-packets/ip-discovery.js';
import { KEEPALIVE_BYTES } from '../../net/voice-packets/keepalive.js';
import { isVoicePacket } from '../../net/voice-packets/rtp-packet.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { Echoes } from './echoes.js';
import { PacketSocket } from './packet-socket.js';

/** Requests for the client's address are repeated, because packets get lost. */
const DISCOVERY = { attempts: 5, intervalMs: 1000 };
/** Packets a second that are read, and at once: those of a hundred members who speak. The rest is dropped unread. */
export const PACKETS_PER_SECOND = 5000;

export interface PacketPortListener {
  /** the port is open, and the way to the endpoint is being checked */
  checking(): void;
  /** the address by which the endpoint sees this machine */
  discovered(address: DiscoveredAddress): void;
  /** the endpoint does not answer, or no longer */
  unreachable(): void;
  /** a packet took this long there and back, in milliseconds */
  ping(ms: number): void;
  /** an encrypted packet of sound arrived */
  packet(packet: Buffer): void;
}

export interface PacketPortOptions {
  /** the UDP address of the endpoint */
  readonly endpoint: DiscoveredAddress;
  readonly ssrc: number;
  /** whether routers are asked to prefer its packets */
  readonly isPreferred: boolean;
  readonly listener: PacketPortListener;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The UDP side of a voice connection: the client's address, packets, and whether the endpoint still answers. */
export class PacketPort {
  readonly #packets: PacketSocket;
  readonly #socket: Socket;
  #cancelTimer: () => void = () => {};
  #isConnected = false;
  #isDiscovered = false;
  #sentAt = 0;
  #echoes: Echoes | null = null;
  #isClosed = false;
  readonly #budget: TokenBucket;

  constructor(private readonly options: PacketPortOptions) {
    const { clock, endpoint, log } = options;
    this.#budget = new TokenBucket(PACKETS_PER_SECOND, PACKETS_PER_SECOND, () => clock.now());
    this.#packets = new PacketSocket(endpoint.address);
    this.#packets.prefer(options.isPreferred);
    this.#socket = this.#packets.socket;
    this.#socket.on('message', (packet) => this.#receive(packet));
    this.#socket.on('error', (error) => {
      log.debug({ err: error }, 'voice socket failed');
      // Later errors, e.g. ICMP's report that the endpoint's port is closed, are noticed by the timers.
      if (!this.#isConnected && !this.#isClosed) options.listener.unreachable();
    });
    // An event, because a callback would be called after a failure as well, e.g. without a network.
    this.#socket.once('connect', () => {
      if (this.#isClosed) return;
      this.#isConnected = true;
      options.listener.checking();
      this.#discover(DISCOVERY.attempts);
    });
    // Connected: packets of other addresses are dropped by the kernel.
    this.#socket.connect(endpoint.port, endpoint.address);
  }

  /** Sends an encrypted packet; it is dropped before the connection and after the close. */
  send(packet: Buffer): void {
    if (!this.#isClosed && this.#isDiscovered) this.#send(packet);
  }

  /** Whether routers are asked to prefer packets from now on. */
  prefer(isPreferred: boolean): void {
    if (!this.#isClosed) this.#packets.prefer(isPreferred);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer();
    this.#echoes?.stop();
    this.#socket.close();
  }

  #discover(attemptsLeft: number): void {
    if (this.#isClosed) return;
    if (attemptsLeft === 0) {
      this.options.listener.unreachable();
      return;
    }
    this.#sentAt = this.options.clock.now();
    this.#send(writeDiscoveryRequest(this.options.ssrc));
    this.#cancelTimer = this.options.clock.after(DISCOVERY.intervalMs, () =>
      this.#discover(attemptsLeft - 1),
    );
  }

  #receive(packet: Buffer): void {
    if (this.#isClosed || !this.#budget.take()) return;
    if (isVoicePacket(packet)) this.options.listener.packet(packet);
    else if (packet.length === KEEPALIVE_BYTES) this.#echoes?.receive(packet);
    else this.#discovered(packet);
  }

  #discovered(packet: Buffer): void {
    const address = readDiscoveryReply(packet, this.options.ssrc);
    if (address === null || this.#isDiscovered) return;
    this.#isDiscovered = true;
    this.#cancelTimer();
    const { clock, listener } = this.options;
    // The system's time may be set back.
    listener.ping(Math.max(0, clock.now() - this.#sentAt));
    this.#echoes = new Echoes({
      send: (packet) => this.#send(packet),
      ping: (ms) => listener.ping(ms),
      unreachable: () => listener.unreachable(),
      clock,
    });
    listener.discovered(address);
  }

  #send(packet: Buffer): void {
    this.#socket.send(packet, (error) => {
      if (error !== null) this.options.log.debug({ err: error }, 'failed to send a voice packet');
    });
  }
}
