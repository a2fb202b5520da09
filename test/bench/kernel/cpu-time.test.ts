import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { CpuTime, familyOf } from './cpu-time.js';

/** A process of one thread in a folder like /proc. @param ms its CPU time */
function writeProcess(proc: string, pid: number, ms: number, children: readonly number[] = []): void {
  const thread = `${proc}/${pid}/task/${pid}`;
  mkdirSync(thread, { recursive: true });
  writeFileSync(`${thread}/schedstat`, `${ms * 1e6} 0 1\n`);
  writeFileSync(`${thread}/children`, children.map((child) => `${child} `).join(''));
}

test('a process that ends while its family is read counts as one without CPU time', () =>
  withTemporaryFolder((proc) => {
    writeProcess(proc, 1, 10, [2, 3]);
    writeProcess(proc, 2, 20);
    assert.deepEqual(familyOf(1, proc), [1, 2, 3]);
    assert.equal(new CpuTime([1], proc).read(), 30);
  }));

test('a process that has ended counts with the CPU time it had', () =>
  withTemporaryFolder((proc) => {
    writeProcess(proc, 1, 10, [2]);
    writeProcess(proc, 2, 20);
    const time = new CpuTime([1], proc);
    assert.equal(time.read(), 30);
    writeProcess(proc, 1, 15);
    rmSync(`${proc}/2`, { recursive: true });
    assert.equal(time.read(), 35);
    rmSync(`${proc}/1`, { recursive: true });
    assert.equal(time.read(), 35);
  }));
