import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { Enumeration, Nullable, validator } from '../../protocol/schema.js';
import { command } from '../command.js';

const ACTIONS = { START: 'START', STOP: 'STOP' } as const;

const stopArguments = validator(Type.Object({ action: Type.Literal(ACTIONS.STOP) }));

/**
 * CAPTURE_SHORTCUT: records a key combination. START needs the person's permission to record keys beside the scope: it
 * waits while they are asked, and is refused with 5000 if they deny it. From then on every press is sent with
 * CAPTURE_SHORTCUT_CHANGE; START answers with the first combination once it is released or the capture ends, STOP answers
 * null. A capture ends with STOP, the connection, its authorization, or after `capture_limit` seconds. STOP of the
 * connection that sent START needs no scope.
 */
export const captureShortcut = command({
  cmd: 'CAPTURE_SHORTCUT',
  access: { scopes: ['rpc'] },
  endsOwn: ({ captures, session }, args) => stopArguments.is(args) && captures.awaitsStop(session),
  args: Type.Object({ action: Enumeration(ACTIONS) }),
  data: Nullable(Type.Object({ shortcut: ShortcutSchema })),
  errors: ['CAPTURE_SHORTCUT_ALREADY_LISTENING', 'OAUTH2_ERROR'],
  async handle({ captures, session }, { action }) {
    if (action === ACTIONS.START) return { shortcut: await captures.start(session) };
    await captures.stop(session);
    return null;
  },
});
