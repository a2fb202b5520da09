import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { localTime } from '../../platform/text/local-time.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { type Check, ok, problem } from './finding.js';

/** No version of Guildhall is older, in milliseconds since the Unix epoch. */
const EARLIEST = Date.UTC(2026, 0, 1);
/** Later times are wrong as well. */
const LATEST = Date.UTC(2100, 0, 1);

/** Checks that the clock is plausible: ids and tokens contain the time, and certificates depend on it. */
export const clock: Check = {
  name: 'clock',
  run({ now }) {
    const time = localTime(now);
    if (now >= EARLIEST && now < LATEST) return [ok(time)];
    return [
      problem('clock_wrong', `the clock shows ${time}`, {
        hint: 'Set the clock, for example from the network.',
        command: 'sudo timedatectl set-ntp true',
      }),
    ];
  },
};

const MB = 1024 * 1024;
/** Less free space is an error: a commit, its log and a crash report may not fit. In bytes. */
const NEEDED = 16 * MB;
/** Less free space is a warning, in bytes. */
const ROOM = 200 * MB;

/** Checks the free space of the disk with the home. */
export const disk: Check = {
  name: 'disk',
  async run({ home }) {
    const { free, hasFiles } = await readSpace(home);
    const space = `${Math.floor(free / MB)} MB`;
    const remedy = {
      hint: 'Free space there. Changes that cannot be stored are refused.',
      command: toShellCommand('df', '-h', home),
    };
    if (!hasFiles) return [problem('disk_full', `the disk with ${home} accepts no more files`, remedy)];
    if (free < NEEDED) return [problem('disk_full', `the disk with ${home} has ${space} left`, remedy)];
    if (free < ROOM) return [problem('disk_low', `the disk with ${home} has ${space} left`, remedy)];
    return [ok(`${space} are free`)];
  },
};

/** The space of the nearest folder that exists. @returns `free` in bytes, and whether files can be created */
async function readSpace(path: string): Promise<{ readonly free: number; readonly hasFiles: boolean }> {
  try {
    const { bavail, bsize, ffree, files } = await statfs(path);
    // File systems without a fixed number of files report 0 of them.
    return { free: bavail * bsize, hasFiles: files === 0 || ffree > 0 };
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return readSpace(parent);
  }
}

const OLDEST = { major: 20, minor: 17 };

/** Checks the version of Node.js. */
export const nodeVersion: Check = {
  name: 'node',
  run({ nodeVersion: version }) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isNew = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
    if (isNew) return [ok(`Node.js ${version}`)];
    return [
      problem('node_too_old', `Node.js ${version} is too old`, {
        hint: `Install Node.js ${OLDEST.major}.${OLDEST.minor} or newer.`,
      }),
    ];
  },
};
