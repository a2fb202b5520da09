import type { Call, CallListener, CallSettings } from '#guildhall/hardware/audio/call/call.js';
import type { EndpointSource } from '#guildhall/hardware/audio/endpoints/listed-audio-devices.js';
import type { AudioEndpoint } from '#guildhall/hardware/hardware.js';
import { MockCall } from './mock-call.js';

/** Audio endpoints that tests plug in and unplug. */
export class MockEndpointSource implements EndpointSource {
  /** all calls, the latest last */
  readonly calls: MockCall[] = [];
  readonly #plugged: AudioEndpoint[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<{ inputId: string; onLevel: (level: number) => void }>();

  async endpoints(): Promise<AudioEndpoint[]> {
    return [...this.#plugged];
  }

  watch(listener: () => void): () => void {
    const watcher = () => listener();
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  listen(inputId: string, onLevel: (level: number) => void): () => void {
    const listener = { inputId, onLevel };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(settings: CallSettings, listener: CallListener): Call {
    const call = new MockCall(settings, listener);
    this.calls.push(call);
    return call;
  }

  /** Sets the level of an input. */
  sound(inputId: string, level: number): void {
    for (const listener of [...this.#listeners]) if (listener.inputId === inputId) listener.onLevel(level);
  }

  /** The number of listeners for changes; the driver would run while there are any. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** @param endpoint belongs to no known device unless it has a `container` */
  plug(endpoint: Omit<AudioEndpoint, 'container'> & Partial<AudioEndpoint>): void {
    this.#plugged.push({ container: null, ...endpoint });
    this.#changed();
  }

  unplug(id: string): void {
    const index = this.#plugged.findIndex((endpoint) => endpoint.id === id);
    if (index >= 0) this.#plugged.splice(index, 1);
    this.#changed();
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
