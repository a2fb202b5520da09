import Type from 'typebox';
import { CapturedShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { Enumeration, Nullable, validator } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';

const ACTIONS = { START: 'START', STOP: 'STOP' } as const;

const stopArguments = validator(Type.Object({ action: Type.Literal(ACTIONS.STOP) }));

export const captureShortcut = command({
  name: 'CAPTURE_SHORTCUT',
  summary: 'Records a key combination.',
  details:
    "START needs the person's permission to record keys in addition to the scope: it waits while they are asked, and is refused with 5000 if they deny it. " +
    'From then on every key press is sent with CAPTURE_SHORTCUT_CHANGE. START is answered with the first combination once it is released or the capture ends, STOP with null. ' +
    'A capture ends with STOP, the connection, its authorization, or after `capture_limit` seconds. STOP on the connection that sent START needs no scope.',
  access: { scopes: ['rpc'] },
  endsOwn: ({ captures, session }, args) => stopArguments.is(args) && captures.awaitsStop(session),
  args: Type.Object({ action: Enumeration(ACTIONS) }),
  data: Nullable(Type.Object({ shortcut: CapturedShortcutSchema })),
  errors: ['CAPTURE_SHORTCUT_ALREADY_LISTENING', 'OAUTH2_ERROR'],
  async handle({ captures, session }, { action }) {
    if (action === ACTIONS.START) return { shortcut: await captures.start(session) };
    await captures.stop(session);
    return null;
  },
});
