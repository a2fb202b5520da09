import Type from 'typebox';
import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import { type Shortcut, ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import type { ControlContext } from '../context.js';
import { captureOneShortcut } from '../keys/capture-shortcut.js';
import { runKeyTest } from '../keys/run-key-test.js';
import { NoBody, streamOperation } from '../operation.js';

/** How long keys are read, in milliseconds. */
const LIMIT_MS = 20_000;

export const capturePushToTalkKey = streamOperation({
  name: 'Capture push-to-talk key',
  summary: 'Makes the next combination that the person presses the one of push-to-talk.',
  details:
    'Nothing else that is pressed is sent, and keys are read for at most 20 seconds. A click alone does not count, because it may be meant for the page. The shortcut is sent in the end. ' +
    'It shows a desktop notification. Keys are read once at a time, five times in a row, then once a minute, tests included.',
  method: 'POST',
  path: '/voice/push-to-talk-key',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  item: Type.Union([
    Type.Object({ state: Type.Literal('listening') }),
    Type.Object({ state: Type.Literal('completed'), shortcut: ShortcutSchema }),
    Type.Object({ state: Type.Literal('ended') }),
  ]),
  async handle({ control, signal }, emit) {
    const reading = { limit: LIMIT_MS, title: 'The Guildhall console waits for a push-to-talk key' };
    const shortcut = await control.keyReadings.run(reading, signal, (end, listening) =>
      captureKey(control, end, () => {
        listening();
        emit({ state: 'listening' });
      }),
    );
    if (shortcut === null) return emit({ state: 'ended' });
    await control.voice.changeOwn({ mode: { shortcut } });
    emit({ state: 'completed', shortcut });
  },
});

/** The next combination that is not a click alone; null if it was not pressed before `signal` was aborted. */
async function captureKey(
  control: Pick<ControlContext, 'hardware' | 'log'>,
  signal: AbortSignal,
  listening: () => void,
): Promise<Shortcut | null> {
  while (!signal.aborted) {
    const shortcut = await captureOneShortcut(control, signal, { listening });
    if (!signal.aborted && shortcut.length > 0 && !isClick(shortcut)) return shortcut;
  }
  return null;
}

function isClick(shortcut: Shortcut): boolean {
  return shortcut.every(({ code, type }) => type === KEY_TYPES.MOUSE_BUTTON && code === 1);
}

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
