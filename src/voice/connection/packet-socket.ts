import { createSocket, type Socket } from 'node:dgram';
import { loadUdpSocket, type UdpSocketBinding } from '../../platform/native/udp-socket.js';

/** The code points of differentiated services: telephony (RFC 4594, expedited forwarding), and the default. */
const EXPEDITED_FORWARDING = 46;
const BEST_EFFORT = 0;

/** A UDP socket whose packets routers can be asked to prefer. */
export class PacketSocket {
  readonly socket: Socket;
  readonly #isIpv6: boolean;
  readonly #binding: UdpSocketBinding | null;
  /** the descriptor of the socket; null where packets cannot be marked, as on Windows */
  readonly #descriptor: number | null;

  /** @param address the IP address it is going to send to */
  constructor(address: string) {
    this.#isIpv6 = address.includes(':');
    this.socket = createSocket(this.#isIpv6 ? 'udp6' : 'udp4');
    this.#binding = loadUdpSocket().binding;
    const descriptor = this.#binding?.open(this.#isIpv6) ?? -1;
    this.#descriptor = descriptor < 0 ? null : descriptor;
    if (this.#descriptor !== null) this.socket.bind({ fd: this.#descriptor, exclusive: true });
  }

  /** Marks packets from now on, or (false) sends them like any others. Not after the socket was closed. */
  prefer(isPreferred: boolean): void {
    if (this.#descriptor === null) return;
    this.#binding?.mark(this.#descriptor, this.#isIpv6, isPreferred ? EXPEDITED_FORWARDING : BEST_EFFORT);
  }
}
