import { bindingLoader } from './binding.js';

/** Whether keys can be read through the X display (native/x-display/x_display.h). */
export interface XDisplayProbe {
  readonly state: 'usable' | 'missing-library' | 'unreachable' | 'lacks-record';
  /** the system's error message; empty if usable */
  readonly detail: string;
}

/** The X display (native/binding/x_display.cc). */
export interface XDisplayBinding {
  /** Opens and closes the X display that DISPLAY names; blocks until the server answers. */
  probe(): XDisplayProbe;
}

export const loadXDisplay = bindingLoader<XDisplayBinding>('xDisplay', ['probe']);
