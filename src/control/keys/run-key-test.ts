import { untilAborted } from '../../platform/async/promises.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { ControlContext } from '../context.js';
import { beginCapture } from './capture-shortcut.js';

/** How long one test reads keys, in milliseconds. */
const LIMIT_MS = 15_000;

export interface KeyTestListener {
  /** keys are being read now. @param hasKeys whether a device with keys or buttons is connected */
  listening(hasKeys: boolean): void;
  /** a key went down: the keys that are down */
  changed(shortcut: Shortcut): void;
}

/**
 * Shows the person which keys and buttons a capture would report (docs/adr/0032-keys-in-the-console.md): reads keys for at
 * most 15 seconds; resolves at the end.
 *
 * @param signal ends it
 * @throws {ControlError} `refused` while keys are read already or after too many, `unavailable` without an input driver
 */
export async function runKeyTest(
  { hardware, keyReadings }: Pick<ControlContext, 'hardware' | 'keyReadings'>,
  signal: AbortSignal,
  listener: KeyTestListener,
): Promise<void> {
  const reading = { limit: LIMIT_MS, title: 'The Guildhall console shows the keys you press' };
  await keyReadings.run(reading, signal, async (end, listening) => {
    const capture = await beginCapture(hardware.shortcuts);
    try {
      listening();
      listener.listening(capture.hasKeys);
      capture.on('change', (shortcut) => listener.changed(shortcut));
      await untilAborted(end);
    } finally {
      await capture.stop();
    }
  });
}
