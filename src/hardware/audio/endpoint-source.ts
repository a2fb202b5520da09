import type { AudioEndpoint } from '../hardware.js';

/** Where the list of audio endpoints comes from. Real: `driver-endpoint-source.ts`; in tests: `mock-endpoint-source.ts`. */
export interface EndpointSource {
  /** @throws {DriverUnavailableError} if this machine has no way to list them */
  endpoints(): Promise<AudioEndpoint[]>;
  /** calls back when the list may be another, until the returned function is called */
  watch(listener: () => void): () => void;
  /** calls back with how loud an input is, until the returned function is called (`AudioDevices.listen`) */
  listen(inputId: string, heard: (level: number) => void): () => void;
}
