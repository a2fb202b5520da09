import type { EmitEvent } from '../../host/driver.js';
import type { AUDIO } from '../audio-contract.js';
import type { CallListener } from './call.js';

/** Reports a call to the daemon. */
export function emitCall(emit: EmitEvent<typeof AUDIO>): CallListener {
  return {
    frame: (opus) => emit('frame', { opus: opus.toString('base64') }),
    speaking: (isSpeaking) => emit('speaking', isSpeaking),
    meter: (meter) => emit('meter', meter),
    silent: (isSilent) => emit('silent', isSilent),
    device: (direction, id) => emit('device', { direction, id }),
  };
}
