import type { AudioEndpoint } from '../hardware.js';
import type { EndpointSource } from './endpoint-source.js';

/** Audio endpoints that tests plug in and pull out. */
export class MockEndpointSource implements EndpointSource {
  readonly #plugged: AudioEndpoint[] = [];

  async endpoints(): Promise<AudioEndpoint[]> {
    return [...this.#plugged];
  }

  plug(endpoint: AudioEndpoint): void {
    this.#plugged.push(endpoint);
  }

  unplug(id: string): void {
    const index = this.#plugged.findIndex((endpoint) => endpoint.id === id);
    if (index >= 0) this.#plugged.splice(index, 1);
  }
}
