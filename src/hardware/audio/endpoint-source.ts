import type { AudioEndpoint } from '../hardware.js';
import type { Call, CallListener, CallSettings } from './call/call.js';

/** Lists audio endpoints. Real: `driver-endpoint-source.ts`. */
export interface EndpointSource {
  /** @throws {DriverUnavailableError} if this machine cannot list them */
  endpoints(): Promise<AudioEndpoint[]>;
  /** calls back when the list may have changed, until the returned function is called */
  watch(listener: () => void): () => void;
  /** calls back with the level of an input, until the returned function is called (`AudioDevices.listen`) */
  listen(inputId: string, onLevel: (level: number) => void): () => void;
  /** opens the call (`AudioDevices.call`) */
  call(settings: CallSettings, listener: CallListener): Call;
}
