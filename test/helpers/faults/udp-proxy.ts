import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { randomNumbers } from '../sound/signals.js';

/** What happens to packets of one direction. */
export interface PathFaults {
  /** the share of packets that is dropped at random, from 0 to 1 */
  readonly loss?: number;
  /** the shortest and longest delay, in milliseconds; packets overtake each other */
  readonly delayMs?: readonly [shortest: number, longest: number];
}

export type Direction = 'toServer' | 'toClients';

export interface UdpAddress {
  readonly address: string;
  readonly port: number;
}

/** Passes packets between UDP clients and a server, less well as a test demands. Each client has a port of its own, as behind a NAT. */
export class UdpProxy {
  /** packets so far */
  readonly counts = { toServer: { passed: 0, dropped: 0 }, toClients: { passed: 0, dropped: 0 } };
  readonly #faults: Record<Direction, PathFaults> = { toServer: {}, toClients: {} };
  readonly #clients = new Map<string, Socket>();
  readonly #delayed = new Set<() => void>();

  private constructor(
    private readonly socket: Socket,
    private readonly target: UdpAddress,
    private readonly random: () => number,
    private readonly clock: Clock,
  ) {
    socket.on('message', (packet, from) => {
      this.#pass('toServer', () => this.#socketOf(from).send(packet, target.port, target.address));
    });
  }

  /**
   * @param listen the address for clients; port 0: any
   * @param target the address of the server
   * @param chance the seed of the random loss and delays, and the clock of these delays
   */
  static async start(
    listen: UdpAddress,
    target: UdpAddress,
    { seed = 1, clock = systemClock }: { readonly seed?: number; readonly clock?: Clock } = {},
  ): Promise<UdpProxy> {
    const socket = createSocket('udp4');
    const listening = once(socket, 'listening');
    socket.bind({ address: listen.address, port: listen.port, exclusive: true });
    await listening;
    return new UdpProxy(socket, target, randomNumbers(seed), clock);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Replaces the faults of a direction, by default of both. */
  impair(faults: PathFaults, directions: readonly Direction[] = ['toServer', 'toClients']): void {
    for (const direction of directions) this.#faults[direction] = faults;
  }

  /** Drops every packet. */
  block(directions?: readonly Direction[]): void {
    this.impair({ loss: 1 }, directions);
  }

  /** Passes every packet at once again. */
  restore(): void {
    this.impair({});
  }

  stop(): void {
    for (const cancel of this.#delayed) cancel();
    for (const socket of this.#clients.values()) socket.close();
    this.#clients.clear();
    this.socket.close();
  }

  #socketOf(client: RemoteInfo): Socket {
    const key = `${client.address} ${client.port}`;
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const socket = createSocket('udp4');
    this.#clients.set(key, socket);
    socket.on('message', (packet, { address, port }) => {
      if (address !== this.target.address || port !== this.target.port) return;
      this.#pass('toClients', () => this.socket.send(packet, client.port, client.address));
    });
    // An unreachable server is silent, as on a network.
    socket.on('error', () => undefined);
    return socket;
  }

  #pass(direction: Direction, send: () => void): void {
    const { loss = 0, delayMs } = this.#faults[direction];
    if (this.random() < loss) {
      this.counts[direction].dropped += 1;
      return;
    }
    this.counts[direction].passed += 1;
    if (delayMs === undefined) {
      send();
      return;
    }
    const [shortest, longest] = delayMs;
    const cancel = this.clock.after(shortest + this.random() * (longest - shortest), () => {
      this.#delayed.delete(cancel);
      send();
    });
    this.#delayed.add(cancel);
  }
}
