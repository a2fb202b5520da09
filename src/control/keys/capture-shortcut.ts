import { DriverUnavailableError, type Hardware, type ShortcutCapture } from '../../hardware/hardware.js';
import type { Logger } from '../../platform/log.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { VoiceRoom } from '../../voice/voice.js';
import { ControlError } from '../errors.js';

/** What a capture needs. */
export interface CaptureContext {
  readonly hardware: Pick<Hardware, 'shortcuts'>;
  readonly voice: Pick<VoiceRoom, 'ignoreToggles'>;
  readonly log: Logger;
}

export interface CaptureListener {
  /** keys are being read now. @param hasKeys whether a device with keys or buttons is connected */
  listening(hasKeys: boolean): void;
  /** the combination that is held */
  changed?(shortcut: Shortcut): void;
}

/**
 * Captures the next combination that the person presses and releases. One that mutes or deafens does not do so meanwhile.
 *
 * @param signal ends the capture; the result is then the keys that are held
 * @throws {ControlError} `unavailable` if this machine has no working input driver
 */
export async function captureOneShortcut(
  control: CaptureContext,
  signal: AbortSignal,
  listener: CaptureListener,
): Promise<Shortcut> {
  const capture = await beginCapture(control.hardware.shortcuts);
  const stop = () =>
    void capture.stop().catch((error: unknown) => control.log.error({ err: error }, 'capture'));
  const resumeToggles = control.voice.ignoreToggles();
  signal.addEventListener('abort', stop, { once: true });
  try {
    listener.listening(capture.hasKeys);
    capture.on('change', (shortcut) => listener.changed?.(shortcut));
    if (signal.aborted) return [];
    return await capture.completed;
  } finally {
    signal.removeEventListener('abort', stop);
    resumeToggles();
    await capture.stop();
  }
}

/** Starts a capture. @throws {ControlError} `unavailable` if this machine has no working input driver */
export async function beginCapture(shortcuts: Hardware['shortcuts']): Promise<ShortcutCapture> {
  try {
    return await shortcuts.start();
  } catch (error) {
    if (error instanceof DriverUnavailableError) {
      throw new ControlError('unavailable', error.message, error.hint);
    }
    throw error;
  }
}
