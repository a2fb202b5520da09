import { systemClock } from '../../platform/clock.js';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import type { AUDIO } from './audio-contract.js';
import { EndpointFinder } from './endpoint-finder.js';
import { endpointsOf } from './found-endpoint.js';
import { InputStreams } from './input-streams.js';
import { openInput } from './open-input.js';
import { watchEndpoints } from './watch-endpoints.js';

/** Levels of inputs are measured over this time, in milliseconds. */
const METER_MS = 20;

/**
 * Lists audio endpoints: those of the system's sound service through the native addon; without a sound service those of
 * ALSA; without ALSA those of PortAudio. Measures the level of inputs through PortAudio. Runs only in its own process.
 */
export const audioDriver = hostedDriver<typeof AUDIO>(async (emit) => {
  const endpoints = new EndpointFinder();
  const inputs = new InputStreams({
    open: async (id, onBroken) => {
      const found = await endpoints.find('input', id);
      const request = { sampleRate: null, blockMs: METER_MS, onBroken };
      return found && openInput(await endpoints.naudiodon(), found.way, request, systemClock);
    },
    level: (id, level) => emit('level', { id, level }),
  });

  try {
    await endpoints.all();
  } catch (error) {
    const { reason, hint } = unavailabilityOf(error);
    throw new DriverUnavailableError('audio', reason, hint);
  }
  watchEndpoints(() => {
    emit('changed', null);
    // The request `listen` reports what is wrong.
    inputs.retry().catch(() => {});
  });
  return {
    requests: {
      endpoints: async () => endpointsOf(await endpoints.all()),
      listen: (id) => inputs.listen(id),
      unlisten: async (id) => {
        await inputs.unlisten(id);
        return null;
      },
      call: async () => null,
    },
  };
});
