import { basename, dirname } from 'node:path';

/** The longest socket path on every Unix, in bytes (macOS: 104 with the closing NUL). */
const MAX_SOCKET_PATH = 103;

/**
 * Calls a function with a socket path that is short enough for the system. A path that is too long is replaced by one
 * relative to its folder, which becomes the working directory during the call. This needs no link in a folder that
 * other users can write to.
 *
 * @param use must bind, connect or close synchronously
 * @throws if the folder does not exist
 */
export function withSocketPath<T>(path: string, use: (usable: string) => T): T {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= MAX_SOCKET_PATH) return use(path);
  const before = workingDirectory();
  process.chdir(dirname(path));
  try {
    return use(basename(path));
  } finally {
    process.chdir(before);
  }
}

/** A working directory that was removed has no path. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
