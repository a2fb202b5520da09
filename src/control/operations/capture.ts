import Type from 'typebox';
import type { ShortcutCapture, ShortcutCapturer } from '../../hardware/hardware.js';
import { DriverUnavailableError } from '../../hardware/hardware.js';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { ControlError } from '../errors.js';
import { NoBody, operation, streamOperation } from '../operation.js';
import { CaptureSchema } from '../status.js';

export const captureShortcut = streamOperation({
  name: 'Capture shortcut',
  summary: 'Captures one shortcut for the command line.',
  details: 'Sends the combination held so far at each press, and finally the one that was released.',
  method: 'POST',
  path: '/capture',
  access: 'cli',
  errors: ['unavailable'],
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

export const endCapture = operation({
  name: 'End capture',
  summary: 'Ends the key capture of an application.',
  method: 'DELETE',
  path: '/capture',
  access: 'cli-and-page',
  errors: ['not_found'],
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
