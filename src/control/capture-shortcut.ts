import type { ShortcutCapture } from '../hardware/hardware.js';
import { DriverUnavailableError } from '../hardware/hardware.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { ControlContext } from './context.js';
import { ControlError } from './errors.js';

export interface CaptureListener {
  /** keys are being read now */
  listening(): void;
  /** the combination that is held */
  changed?(shortcut: Shortcut): void;
}

/**
 * Captures the next combination that the person presses and releases.
 *
 * @param signal ends the capture; the result are then the keys that are held
 * @throws {ControlError} `unavailable` if this machine has no working input driver
 */
export async function captureOneShortcut(
  control: Pick<ControlContext, 'hardware' | 'log'>,
  signal: AbortSignal,
  listener: CaptureListener,
): Promise<Shortcut> {
  const capture = await begin(control.hardware.shortcuts);
  const stop = () =>
    void capture.stop().catch((error: unknown) => control.log.error({ err: error }, 'capture'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    listener.listening();
    capture.on('change', (shortcut) => listener.changed?.(shortcut));
    if (signal.aborted) return [];
    return await capture.completed;
  } finally {
    signal.removeEventListener('abort', stop);
    await capture.stop();
  }
}

async function begin(shortcuts: ControlContext['hardware']['shortcuts']): Promise<ShortcutCapture> {
  try {
    return await shortcuts.start();
  } catch (error) {
    if (error instanceof DriverUnavailableError) {
      throw new ControlError('unavailable', error.message, error.hint);
    }
    throw error;
  }
}
