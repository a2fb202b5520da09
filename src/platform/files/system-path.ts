import { win32 } from 'node:path';

/** The longest path of a folder that functions of Windows take as it is; files may have a few characters more. */
const MAX_CHARACTERS = 247;

/**
 * A path for native code. On Windows a long one gets the prefix with which its functions take it, as Node.js does for its own; without
 * it they say that the file does not exist.
 */
export function toSystemPath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return path;
  const absolute = win32.resolve(path);
  return absolute.length > MAX_CHARACTERS ? win32.toNamespacedPath(absolute) : path;
}
