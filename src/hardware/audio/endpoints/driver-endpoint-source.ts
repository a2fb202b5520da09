import type { Logger } from '../../../platform/log.js';
import type { DriverHost } from '../../host/driver-host.js';
import { watchDriver } from '../../host/watch-driver.js';
import type { AUDIO, AudioEndpoint } from '../audio-contract.js';
import type { Call, CallListener, CallSettings } from '../call/call.js';
import { DriverCall } from '../call/driver-call.js';
import { DriverInputLevels } from './driver-input-levels.js';
import type { EndpointSource } from './listed-audio-devices.js';

/** Endpoints from the audio driver. */
export class DriverEndpointSource implements EndpointSource {
  readonly #levels: DriverInputLevels;

  constructor(
    private readonly driver: DriverHost<typeof AUDIO>,
    log: Logger,
  ) {
    this.#levels = new DriverInputLevels(driver, log);
  }

  endpoints(): Promise<AudioEndpoint[]> {
    return this.driver.request('endpoints');
  }

  watch(listener: () => void): () => void {
    return watchDriver(this.driver, listener);
  }

  listen(inputId: string, onLevel: (level: number) => void): () => void {
    return this.#levels.listen(inputId, onLevel);
  }

  call(settings: CallSettings, listener: CallListener): Call {
    return new DriverCall(this.driver, settings, listener);
  }
}
