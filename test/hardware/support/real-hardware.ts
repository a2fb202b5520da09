import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hardware, ShortcutCapture } from '#guildhall/hardware/hardware.js';
import { LocalHardware } from '#guildhall/hardware/local-hardware.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';

/** Runs with the machine's own drivers in an environment, and ends them. */
export async function withHardware(
  environment: NodeJS.ProcessEnv,
  run: (hardware: Hardware) => Promise<void>,
): Promise<void> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'guildhall-hardware-'));
  const hardware = new LocalHardware({ log: silentLogger, clock: systemClock, stateFolder, environment });
  try {
    await run(hardware);
  } finally {
    await hardware.stop();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

/** The names of every combination that a capture tells, joined by `+`; grows as it tells more. */
export function changesOf(capture: ShortcutCapture): string[] {
  const changes: string[] = [];
  capture.on('change', (shortcut) => changes.push(shortcut.map(({ name }) => name).join('+')));
  return changes;
}
