import type { DriverHost } from '../host/driver-host.js';
import { watchDriver } from '../host/watch-driver.js';
import type { AUDIO, AudioEndpoint } from './audio-contract.js';
import type { EndpointSource } from './endpoint-source.js';

/** Endpoints from the audio driver. */
export class DriverEndpointSource implements EndpointSource {
  constructor(private readonly driver: DriverHost<typeof AUDIO>) {}

  endpoints(): Promise<AudioEndpoint[]> {
    return this.driver.request('endpoints');
  }

  watch(listener: () => void): () => void {
    return watchDriver(this.driver, listener);
  }
}
