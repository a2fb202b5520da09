import type { DiscoveredAddress } from '../../net/voice-packets/ip-discovery.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';

/** The number of addresses from which requests are remembered: others know the source, too, and can send requests. */
const MAX_DISCOVERED = 64;

/**
 * Where packets of a session go: only where its client was seen, so that it cannot send them to somebody else
 * (docs/voice.md, IP discovery).
 */
export class ClientAddress {
  /** null before it is known */
  #current: DiscoveredAddress | null = null;
  /** what the client chose before a request of it arrived from there */
  #chosen: DiscoveredAddress | null = null;
  /** from where requests came, by `keyOf` */
  readonly #discovered = new BoundedMap<string, DiscoveredAddress>(MAX_DISCOVERED);

  /** null before it is known */
  get current(): DiscoveredAddress | null {
    return this.#current;
  }

  /** whether packets of the session go to this address */
  is(address: DiscoveredAddress): boolean {
    return isSame(this.#current, address);
  }

  /** The client requested its address from here. @returns whether the client has chosen this address */
  discover({ address, port }: DiscoveredAddress): boolean {
    const key = keyOf(address, port);
    this.#discovered.delete(key);
    this.#discovered.set(key, { address, port });
    return this.#chosen?.address === address && isMeant(this.#chosen.port, port);
  }

  /** The client chose an address. @returns the one that it means, if it was seen there; else null */
  choose(chosen: DiscoveredAddress): DiscoveredAddress | null {
    this.#chosen = chosen;
    const { address, port } = chosen;
    const seen = (from: number) => this.#discovered.get(keyOf(address, from));
    return seen(port) ?? seen(swapBytes(port)) ?? null;
  }

  /** Packets go here from now on; null: nowhere. */
  move(address: DiscoveredAddress | null): void {
    this.#current = address === null ? null : { address: address.address, port: address.port };
    this.#chosen = null;
  }
}

/** Some clients read the port of the reply with its bytes swapped. */
function isMeant(chosenPort: number, port: number): boolean {
  return chosenPort === port || chosenPort === swapBytes(port);
}

function swapBytes(port: number): number {
  return ((port & 0xff) << 8) | (port >> 8);
}

function keyOf(address: string, port: number): string {
  return `${address} ${port}`;
}

function isSame(one: DiscoveredAddress | null, { address, port }: DiscoveredAddress): boolean {
  return one?.address === address && one.port === port;
}
