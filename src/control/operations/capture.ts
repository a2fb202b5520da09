import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { ControlError } from '../errors.js';
import { captureOneShortcut } from '../keys/capture-shortcut.js';
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
    /** whether a device with keys or buttons was connected at the beginning */
    has_device: Type.Boolean(),
  }),
  async handle({ control, signal }, emit) {
    let has_device = true;
    const shortcut = await captureOneShortcut(control, signal, {
      listening: (hasKeys) => {
        has_device = hasKeys;
        emit({ state: 'listening', shortcut: [], has_device });
      },
      changed: (held) => emit({ state: 'changed', shortcut: held, has_device }),
    });
    emit({ state: 'completed', shortcut, has_device });
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
    if (ended === null)
      throw new ControlError('not_found', 'no application is recording keys, so there is nothing to stop');
    return ended;
  },
});
