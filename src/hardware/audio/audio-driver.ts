import { systemClock } from '../../platform/clock.js';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import type { AUDIO } from './audio-contract.js';
import { emitCall } from './call/emit-call.js';
import { HostedCall } from './call/hosted-call.js';
import { openMicrophone } from './capture/open-microphone.js';
import { EndpointFinder } from './endpoints/endpoint-finder.js';
import { endpointsOf } from './endpoints/found-endpoint.js';
import { watchEndpoints } from './endpoints/watch-endpoints.js';
import { InputStreams } from './input-streams.js';
import { openInput } from './open-input.js';
import { openOutput } from './open-output.js';
import { SAMPLE_RATE } from './pcm.js';
import { openProcessing } from './processing/open-processing.js';

/** Levels of inputs are measured over this time, in milliseconds. */
const METER_MS = 20;

/**
 * Lists audio endpoints: those of the system's sound service through the native addon; without a sound service those of
 * ALSA; without ALSA those of PortAudio. Measures the level of inputs, and records and plays the sound of a voice channel,
 * through PortAudio. Runs only in its own process.
 */
export const audioDriver = hostedDriver<typeof AUDIO>(async (emit) => {
  const endpoints = new EndpointFinder(systemClock);
  const inputs = new InputStreams({
    open: async (id, onBroken) => {
      const found = (await endpoints.list('input')).find(({ endpoint }) => endpoint.id === id);
      if (found === undefined) return null;
      const request = { sampleRate: null, blockMs: METER_MS, onBroken };
      return endpoints.use((portAudio) => openInput(portAudio, found.way, request, systemClock));
    },
    level: (id, level) => emit('level', { id, level }),
  });

  const fromDevice = (rate: number) => openProcessing().createResampler(rate, SAMPLE_RATE);
  const toDevice = (rate: number) => openProcessing().createResampler(SAMPLE_RATE, rate);
  const call = new HostedCall({
    input: {
      list: () => endpoints.list('input'),
      open: ({ way }, onBroken) =>
        endpoints.use((portAudio) =>
          openMicrophone(portAudio, way, { createResampler: fromDevice, onBroken }, systemClock),
        ),
    },
    output: {
      list: () => endpoints.list('output'),
      open: ({ way }, onBroken) =>
        endpoints.use((portAudio) =>
          openOutput(portAudio, way, { createResampler: toDevice, onBroken }, systemClock),
        ),
    },
    listener: emitCall(emit),
    clock: systemClock,
  });

  try {
    await endpoints.all();
  } catch (error) {
    const { reason, hint } = unavailabilityOf(error);
    throw new DriverUnavailableError('audio', reason, hint);
  }
  watchEndpoints({
    changed: () => {
      emit('changed', null);
      // The request `listen` reports what is wrong.
      inputs.retry().catch(() => {});
      call.retry();
    },
    mayBeGone: () => call.doubtInput(),
  });
  return {
    requests: {
      endpoints: async () => endpointsOf(await endpoints.all()),
      listen: (id) => inputs.listen(id),
      unlisten: async (id) => {
        await inputs.unlisten(id);
        return null;
      },
    },
    notices: {
      call: (settings) => call.configure(settings),
      received: ({ opus, sequence, timestamp, userId }) =>
        call.play({ userId, sequence, timestamp, opus: Buffer.from(opus, 'base64') }),
      left: (userId) => call.forget(userId),
      press: (isHeld) => call.press(isHeld),
      meter: (isWanted) => call.measure(isWanted),
    },
  };
});
