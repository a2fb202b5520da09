import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadHostProcess } from '../../platform/native/host-process.js';

export type Naudiodon = typeof import('naudiodon');

/** Loads naudiodon. Throws what the dynamic loader says if a library is missing. */
export async function loadNaudiodon(): Promise<Naudiodon> {
  forbidAutospawn();
  const naudiodon = await import('naudiodon');
  // It brings a handler of segmentation faults that takes the first one for itself. A driver that must die has to.
  loadHostProcess().binding?.forgetFaultHandlers();
  return naudiodon;
}

/**
 * Keeps ALSA's PulseAudio plugin from starting a sound server that the person did not start: looking at devices must not
 * change which there are.
 */
function forbidAutospawn(): void {
  const settings = join(process.cwd(), 'pulse-client.conf');
  writeFileSync(settings, 'autospawn = no\n', { mode: 0o600 });
  process.env.PULSE_CLIENTCONFIG = settings;
}
