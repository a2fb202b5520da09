import { resolve } from 'node:path';
import { X_GREETING, xSocketOf } from '../../hardware/input/x-display-return.js';
import { askServer, describeNoAnswer } from '../../platform/processes/ask-server.js';
import { type Check, type CheckContext, ok, problem, type Result } from './finding.js';
import { guildhallCommand } from './guildhall-command.js';

/** A request to a Wayland compositor that it answers with an event (wl_display.sync). */
const WAYLAND_GREETING = new Uint8Array(Uint32Array.of(1, 12 << 16, 2).buffer);

/** Checks for a desktop, which is needed for keys under X11 and for opening the console automatically. */
export const display: Check = {
  name: 'display',
  isForDaemonsOnly: true,
  asks: ({ environment }) => nameDisplay(environment),
  async run(context) {
    const { platform, environment } = context;
    if (platform !== 'linux') return [ok('desktop')];
    const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = environment;
    if (wayland) return [await judge(waylandSocket(wayland, environment), WAYLAND_GREETING, context)];
    if (x11) return [await judge(xSocketOf(x11), X_GREETING, context)];
    const isService = environment.INVOCATION_ID !== undefined;
    return [
      problem(
        'no_display',
        `no display (neither DISPLAY nor WAYLAND_DISPLAY is set)${isService ? ': this is a service without a desktop' : ''}`,
        {
          hint: 'Start the daemon in a desktop session so that requests open automatically; keys can be captured without one.',
        },
      ),
    ];
  },
};

/** The display that the environment names; null: none. */
function nameDisplay({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): string | null {
  if (WAYLAND_DISPLAY) return `the Wayland display ${WAYLAND_DISPLAY}`;
  return nameXDisplay({ DISPLAY });
}

/** The X display that the environment names; null: none. */
export function nameXDisplay({ DISPLAY }: NodeJS.ProcessEnv): string | null {
  return DISPLAY ? `the X display ${DISPLAY}` : null;
}

async function judge(
  socket: string | null,
  greeting: Uint8Array,
  { clock, environment }: CheckContext,
): Promise<Result> {
  const name = nameDisplay(environment) ?? '';
  // A display of another machine is not tried.
  const answer = socket === null ? 'replies' : await askServer(socket, greeting, clock);
  if (answer === 'replies') return ok(name);
  const message = `${name} does not answer at ${socket}${describeNoAnswer(answer)}`;
  return problem('display_unreachable', message, {
    hint: 'Start the daemon inside the desktop session, or correct DISPLAY or WAYLAND_DISPLAY.',
  });
}

function waylandSocket(name: string, { XDG_RUNTIME_DIR: folder = '/' }: NodeJS.ProcessEnv): string {
  return resolve(folder, name);
}

/** Checks for desktop notifications, which announce requests and key captures. */
export const notifications: Check = {
  name: 'notifications',
  isForDaemonsOnly: true,
  async run(context) {
    const { daemon } = context;
    if (daemon === null) return [];
    const { available, reason } = await daemon.checkNotifications();
    if (available === false) {
      return [
        problem(
          'notifications_unavailable',
          `desktop notifications are unavailable: ${reason ?? 'the reason is unknown'}`,
          {
            hint: 'Run the daemon in the desktop session, with a notification service. Requests are also in the console.',
            command: guildhallCommand(context, 'console'),
          },
        ),
      ];
    }
    return [ok(available === null ? 'none was shown yet' : 'the desktop shows notifications')];
  },
};
