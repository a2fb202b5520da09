import { basename, dirname } from 'node:path';

/** The longest path every Unix takes for a socket, in bytes (macOS: 104 with the closing NUL). */
const LONGEST_SOCKET_PATH = 103;

/**
 * Calls a function with a path to a Unix socket that is short enough for the system. A path that is too long is
 * used relative to its folder, which is the working directory during the call. No folder that others can write to is
 * needed, and so nobody else can make it first.
 *
 * @param use must bind, connect or close before it returns; it may not wait
 * @throws if the folder does not exist
 */
export function withSocketPath<T>(path: string, use: (usable: string) => T): T {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return use(path);
  const before = workingDirectory();
  process.chdir(dirname(path));
  try {
    return use(basename(path));
  } finally {
    process.chdir(before);
  }
}

/** A working directory that somebody removed has no name any more. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
