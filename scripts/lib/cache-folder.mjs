import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder in which a program keeps what it can make again, e.g. `~/.cache/guildhall-package`. */
export function cacheFolder(name) {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), name);
}
