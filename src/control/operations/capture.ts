import Type from 'typebox';
import type { ShortcutCapture, ShortcutCapturer } from '../../hardware/hardware.js';
import { DriverUnavailableError } from '../../hardware/hardware.js';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation, streamOperation } from '../operation.js';
import { CaptureSchema } from '../status.js';

/** Captures one shortcut: the combination held so far at each press, and at last the one that was released. */
export const captureShortcut = streamOperation({
  method: 'POST',
  path: '/capture',
  page: false,
  body: NoBody,
  item: Type.Object({
    state: Type.Unsafe<'listening' | 'changed' | 'completed'>({
      enum: ['listening', 'changed', 'completed'],
    }),
    shortcut: ShortcutSchema,
  }),
  async handle({ control, signal }, emit) {
    const capture = await begin(control.hardware.shortcuts);
    const stop = () =>
      void capture.stop().catch((error: unknown) => control.log.error({ err: error }, 'capture'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      emit({ state: 'listening', shortcut: [] });
      capture.on('change', (shortcut) => emit({ state: 'changed', shortcut }));
      if (signal.aborted) return;
      emit({ state: 'completed', shortcut: await capture.completed });
    } finally {
      signal.removeEventListener('abort', stop);
      await capture.stop();
    }
  },
});

/** Ends the capture of an application. */
export const endCapture = operation({
  method: 'DELETE',
  path: '/capture',
  page: true,
  body: NoBody,
  reply: CaptureSchema,
  async handle({ control }) {
    const ended = await control.captures.endCurrent();
    if (ended === null) throw new ControlError('not_found', 'no application is recording keys');
    return ended;
  },
});

async function begin(shortcuts: ShortcutCapturer): Promise<ShortcutCapture> {
  try {
    return await shortcuts.start();
  } catch (error) {
    if (error instanceof DriverUnavailableError)
      throw new ControlError('unavailable', error.message, error.hint);
    throw error;
  }
}
