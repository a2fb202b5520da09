import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IoStreamRead, IoStreamWrite } from 'naudiodon';
import { loadHostProcess } from '../../platform/native/host-process.js';

export type Naudiodon = typeof import('naudiodon');

/** What streams are opened and ended with. */
export interface PortAudio extends Pick<Naudiodon, 'AudioIO' | 'getDevices' | 'SampleFormat16Bit'> {
  /** Ends a stream, which must be done only once. @returns when it has ended */
  quit(stream: Pick<IoStreamRead | IoStreamWrite, 'quit'>): Promise<void>;
}

/** Loads naudiodon. Throws the dynamic loader's error if a library is missing. */
export async function loadNaudiodon(): Promise<Naudiodon> {
  forbidAutospawn();
  const naudiodon = await import('naudiodon');
  // naudiodon installs a handler that swallows the first segmentation fault; a driver must crash instead.
  loadHostProcess().binding?.forgetFaultHandlers();
  return naudiodon;
}

/** Keeps ALSA's PulseAudio plugin from starting a sound server: listing devices must not change them. */
function forbidAutospawn(): void {
  const settings = join(process.cwd(), 'pulse-client.conf');
  writeFileSync(settings, 'autospawn = no\n', { mode: 0o600 });
  process.env.PULSE_CLIENTCONFIG = settings;
}
