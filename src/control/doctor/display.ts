import { type Check, ok, warning } from './finding.js';

/** Checks for a desktop, which is needed for keys under X11 and for opening the console automatically. */
export const display: Check = {
  name: 'display',
  run({ platform, environment }) {
    if (platform !== 'linux') return [ok('desktop')];
    if (environment.DISPLAY) return [ok(`X display ${environment.DISPLAY}`)];
    if (environment.WAYLAND_DISPLAY) return [ok(`Wayland display ${environment.WAYLAND_DISPLAY}`)];
    return [
      warning(
        'no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
        'Start the daemon in a desktop session so that requests open automatically; keys can be captured without one.',
      ),
    ];
  },
};
