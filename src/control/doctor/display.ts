import { type Check, ok, warning } from './finding.js';

/** Whether there is a desktop: for keys under X11, and for opening the console by itself. */
export const display: Check = {
  name: 'display',
  run({ platform, environment }) {
    if (platform !== 'linux') return [ok('desktop')];
    if (environment.DISPLAY) return [ok(`X display ${environment.DISPLAY}`)];
    if (environment.WAYLAND_DISPLAY) return [ok(`Wayland display ${environment.WAYLAND_DISPLAY}`)];
    return [
      warning(
        'no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
        'Start the daemon inside a desktop session to see requests by themselves; keys can be captured without one.',
      ),
    ];
  },
};
