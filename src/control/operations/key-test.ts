import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { NoBody, streamOperation } from '../operation.js';
import { runKeyTest } from '../run-key-test.js';

export const testKeys = streamOperation({
  name: 'Test keys',
  summary: 'Sends the keys and buttons that a capture would report, for the console’s test area.',
  details:
    'It reads keys for at most 15 seconds and shows a desktop notification meanwhile. One test runs at a time, five may follow each other, then one a minute. Nothing is stored.',
  method: 'POST',
  path: '/devices/key-test',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  item: Type.Union([
    /** `has_device`: whether a device with keys or buttons is connected */
    Type.Object({ state: Type.Literal('listening'), has_device: Type.Boolean() }),
    Type.Object({ state: Type.Literal('changed'), shortcut: ShortcutSchema }),
    Type.Object({ state: Type.Literal('ended') }),
  ]),
  async handle({ control, signal }, emit) {
    await runKeyTest(control, signal, {
      listening: (has_device) => emit({ state: 'listening', has_device }),
      changed: (shortcut) => emit({ state: 'changed', shortcut }),
    });
    emit({ state: 'ended' });
  },
});
