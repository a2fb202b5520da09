/**
 * What a daemon without a desktop session lacks and why, in one line for people; null if it has one. A service that starts
 * before the person logs in has none (docs/operating.md, Without a desktop).
 */
export function findMissingDesktop(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): string | null {
  // Elsewhere services of a person run in the desktop session only.
  if (platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return null;
  return 'no desktop session: no notifications, requests open no page, keys only from readable devices';
}
