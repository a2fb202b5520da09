import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { Enumeration, Nullable } from '../../protocol/schema.js';
import { command } from '../command.js';

const ACTIONS = { START: 'START', STOP: 'STOP' } as const;

/**
 * CAPTURE_SHORTCUT: from START on every press is told with CAPTURE_SHORTCUT_CHANGE; START answers with the first
 * combination once it is released or STOP ends the capture, STOP answers null (rpc-facts.md, the exact behaviour).
 */
export const captureShortcut = command({
  cmd: 'CAPTURE_SHORTCUT',
  access: { scopes: ['rpc'] },
  args: Type.Object({ action: Enumeration(ACTIONS) }),
  data: Nullable(Type.Object({ shortcut: ShortcutSchema })),
  errors: ['CAPTURE_SHORTCUT_ALREADY_LISTENING'],
  async handle({ captures, session }, { action }) {
    if (action === ACTIONS.START) return { shortcut: await captures.start(session) };
    await captures.stop(session);
    return null;
  },
});
