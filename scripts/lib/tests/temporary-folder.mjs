import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory, and the type of that file system. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const GIB = 1024 ** 3;
/** What a run needs there: its files take up to half a GiB. */
const ROOM = 2 * GIB;
const AVAILABLE_MEMORY = 4 * GIB;

/**
 * Gives the temporary files of this process and of those that it starts a folder of their own, which ends with it: test files that
 * are ended leave theirs. It is in memory where there is room, unless TMPDIR says where: tests commit thousands of times, and
 * none of them takes the power from the machine.
 */
export function useTemporaryFolder() {
  const isMemory = process.env.TMPDIR === undefined && hasRoom();
  if (isMemory && use(MEMORY, mayStartPrograms)) return;
  use(tmpdir(), () => true);
}

/**
 * @param {string} parent
 * @param {(folder: string) => boolean} isFit
 */
function use(parent, isFit) {
  const folder = mkdtempSync(join(parent, 'guildhall-run-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (!isFit(folder)) {
    remove();
    return false;
  }
  // Where this is root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.once('exit', remove);
  process.env.TMPDIR = folder;
  return true;
}

function hasRoom() {
  try {
    const { bavail, bsize, type } = statfsSync(MEMORY);
    const available = /^MemAvailable: +(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return type === TMPFS && bavail * bsize >= ROOM && Number(available) * 1024 >= AVAILABLE_MEMORY;
  } catch {
    // Not on this system.
    return false;
  }
}

/** Whether programs can be started from a folder: some systems forbid that in memory. @param {string} folder */
function mayStartPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}
