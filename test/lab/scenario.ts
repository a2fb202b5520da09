import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Tests that run in one machine (scripts/lib/lab/scenarios.mjs). */
export interface Scenario {
  readonly name: string;
  /** the folders of tests below test/lab/guest, one per boot */
  readonly boots: readonly string[];
  /** whether the machine has a disk, which keeps what changed for the next boot */
  readonly hasDisk: boolean;
}

/** The largest size of the disk; the image is sparse. */
const DISK_SIZE = '2G';

/** Makes an empty disk. */
export function makeDisk(path: string): void {
  const { status, stderr } = spawnSync('mke2fs', ['-q', '-t', 'ext4', path, DISK_SIZE], { encoding: 'utf8' });
  assert.equal(status, 0, `mke2fs failed: ${stderr}`);
}
