import { resolve } from 'node:path';
import { xSocketOf } from '../../hardware/input/x-display-return.js';
import { acceptsConnections } from '../../platform/accepts-connections.js';
import { type Check, ok, problem, type Result } from './finding.js';

/** Checks for a desktop, which is needed for keys under X11 and for opening the console automatically. */
export const display: Check = {
  name: 'display',
  isForDaemonsOnly: true,
  async run({ platform, environment }) {
    if (platform !== 'linux') return [ok('desktop')];
    const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = environment;
    if (wayland) return [await judge(`the Wayland display ${wayland}`, waylandSocket(wayland, environment))];
    if (x11) return [await judge(`the X display ${x11}`, xSocketOf(x11))];
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

async function judge(name: string, socket: string | null): Promise<Result> {
  // A display of another machine is not tried.
  if (socket === null || (await acceptsConnections(socket))) return ok(name);
  return problem('display_unreachable', `${name} does not answer at ${socket}`, {
    hint: 'Start the daemon inside the desktop session, or correct DISPLAY or WAYLAND_DISPLAY.',
  });
}

function waylandSocket(name: string, { XDG_RUNTIME_DIR: folder = '/' }: NodeJS.ProcessEnv): string {
  return resolve(folder, name);
}
