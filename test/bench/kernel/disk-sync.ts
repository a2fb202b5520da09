import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.js';

/** What a page of SQLite's log costs on this disk: writing 4 KiB and waiting until it is kept. @returns milliseconds */
export async function diskSync(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
  const file = await open(join(folder, 'log'), 'a');
  const page = Buffer.alloc(4096);
  const times: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    const started = performance.now();
    await file.write(page);
    await file.datasync();
    times.push(performance.now() - started);
  }
  await file.close();
  await rm(folder, { recursive: true });
  return median(times);
}
