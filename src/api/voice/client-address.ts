import type { DiscoveredAddress } from '../../net/voice-packets/ip-discovery.js';

/** The number of IP addresses from which requests are remembered: others know the source, too, and can send requests. */
const MAX_DISCOVERED = 8;

/**
 * Where packets of a session go: only where its client was seen, so that it cannot send them to somebody else
 * (docs/voice.md, The own address).
 */
export class ClientAddress {
  /** null before it is known */
  #current: DiscoveredAddress | null = null;
  /** what the client chose before a request of it arrived from there */
  #chosen: DiscoveredAddress | null = null;
  /** the ports from which requests came, by IP address */
  readonly #discovered = new Map<string, number>();

  /** null before it is known */
  get current(): DiscoveredAddress | null {
    return this.#current;
  }

  /** whether packets of the session go to this address */
  is(address: DiscoveredAddress): boolean {
    return isSame(this.#current, address);
  }

  /** A request for the own address came from here. @returns whether the client has chosen this address */
  discover({ address, port }: DiscoveredAddress): boolean {
    this.#discovered.delete(address);
    this.#discovered.set(address, port);
    if (this.#discovered.size > MAX_DISCOVERED) {
      const [oldest] = this.#discovered.keys();
      if (oldest !== undefined) this.#discovered.delete(oldest);
    }
    return isSame(this.#chosen, { address, port });
  }

  /** The client chose an address. @returns whether it was seen there */
  choose(address: DiscoveredAddress): boolean {
    this.#chosen = address;
    return this.#discovered.get(address.address) === address.port;
  }

  /** Packets go here from now on; null: nowhere. */
  move(address: DiscoveredAddress | null): void {
    this.#current = address === null ? null : { address: address.address, port: address.port };
    this.#chosen = null;
  }
}

function isSame(one: DiscoveredAddress | null, { address, port }: DiscoveredAddress): boolean {
  return one?.address === address && one.port === port;
}
