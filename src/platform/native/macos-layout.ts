import { bindingLoader } from './binding.js';

/** The keyboard layout of macOS (native/macos-layout/macos_layout.h). */
export interface MacosLayoutBinding {
  /** What keys type without modifiers in the current layout, by virtual key codes; for a dead key, the accent. */
  characters(): readonly (readonly [number, string])[];
}

/** macOS only. Must be called in the main thread. */
export const loadMacosLayout = bindingLoader<MacosLayoutBinding>('macosLayout', ['characters']);
