import Type from 'typebox';
import { UserError } from '../../platform/errors.js';
import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import { type Shortcut, ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { Nullable, onlyKnown } from '../../protocol/schema.js';
import {
  describeKeyAction,
  VOICE_KEY_ACTIONS,
  type VoiceKeyAction,
  VoiceKeysSchema,
} from '../../voice/voice-keys.js';
import type { Caller } from '../caller.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { captureOneShortcut } from '../keys/capture-shortcut.js';
import { runKeyTest } from '../keys/run-key-test.js';
import { NoBody, operation, streamOperation } from '../operation.js';

/** How long keys are read, in milliseconds. */
const LIMIT_MS = 20_000;

export const setVoiceKey = operation({
  name: 'Set voice key',
  summary: 'Sets the shortcut of `push_to_talk`, `push_to_mute`, `mute` or `deafen`, or clears it.',
  details:
    'A shortcut that contains the one of another action, or is part of it, is refused. Applications see only that of push-to-talk. ' +
    'The console page can only clear it here.',
  method: 'PATCH',
  path: '/voice/keys/{action}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
  body: Type.Object({ shortcut: ShortcutSchema }),
  reply: VoiceKeysSchema,
  async handle({ caller, control: { voice }, params, body }) {
    refuseShortcutFromPage(caller, body.shortcut);
    await voice.setKey(requireAction(params.action), onlyKnown(ShortcutSchema, body.shortcut));
    return voice.keys();
  },
});

export const captureVoiceKey = streamOperation({
  name: 'Capture voice key',
  summary:
    'Makes the next combination that the person presses the shortcut of an action, as Set voice key does.',
  details:
    'Nothing else that is pressed is sent, and keys are read for at most 20 seconds. A click alone does not count, because it may be meant for the page. The shortcut is sent in the end, or why it is refused. ' +
    'It shows a desktop notification. Keys are read once at a time, five times in a row, then once a minute, tests included.',
  method: 'POST',
  path: '/voice/keys/{action}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  item: Type.Union([
    Type.Object({ state: Type.Literal('listening') }),
    Type.Object({ state: Type.Literal('completed'), shortcut: ShortcutSchema }),
    Type.Object({ state: Type.Literal('refused'), message: Type.String(), hint: Nullable(Type.String()) }),
    Type.Object({ state: Type.Literal('ended') }),
  ]),
  async handle({ control, params, signal }, emit) {
    const action = requireAction(params.action);
    const title = `The Guildhall console waits for the key of ${describeKeyAction(action)}`;
    const shortcut = await control.keyReadings.run({ limit: LIMIT_MS, title }, signal, (end, listening) =>
      captureKey(control, end, () => {
        listening();
        emit({ state: 'listening' });
      }),
    );
    if (shortcut === null) return emit({ state: 'ended' });
    try {
      await control.voice.setKey(action, shortcut);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return emit({ state: 'refused', message: error.message, hint: error.hint });
    }
    emit({ state: 'completed', shortcut });
  },
});

/**
 * A page that names a key would see whenever it is pressed, one after another and without a notification
 * (docs/adr/0032-keys-in-the-console.md).
 *
 * @throws {ControlError} forbidden
 */
export function refuseShortcutFromPage(caller: Caller, shortcut: Shortcut = []): void {
  if (caller !== 'cli' && shortcut.length > 0) {
    throw new ControlError('forbidden', 'Set a key by pressing it, or with: guildhall voice key --shortcut');
  }
}

/** @throws {ControlError} not_found */
function requireAction(name: string): VoiceKeyAction {
  const action = VOICE_KEY_ACTIONS.find((each) => each === name);
  if (action !== undefined) return action;
  throw new ControlError(
    'not_found',
    `no key has the action ${name}`,
    `Actions: ${VOICE_KEY_ACTIONS.join(', ')}`,
  );
}

/** The next combination that is not a click alone; null if it was not pressed before `signal` was aborted. */
async function captureKey(
  control: Pick<ControlContext, 'hardware' | 'log' | 'voice'>,
  signal: AbortSignal,
  listening: () => void,
): Promise<Shortcut | null> {
  for (;;) {
    const shortcut = await captureOneShortcut(control, signal, { listening });
    if (signal.aborted || shortcut.length === 0) return null;
    if (!isClick(shortcut)) return shortcut;
  }
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
