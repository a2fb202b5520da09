import { readFileSync } from 'node:fs';
import { familyOf, unlessGone } from './cpu-time.js';

/** Memory of a process and everything it started, in kilobytes (Linux). */
export interface MemoryUsage {
  /** resident pages, each counted whole in each process */
  readonly memory: number;
  /** resident pages, those that processes share divided among them */
  readonly shareOfMemory: number;
}

export function memoryOf(pid: number): MemoryUsage {
  const texts = familyOf(pid).map((member) =>
    unlessGone('', () => readFileSync(`/proc/${member}/smaps_rollup`, 'utf8')),
  );
  const sum = (field: RegExp) => texts.reduce((all, text) => all + Number(field.exec(text)?.[1] ?? 0), 0);
  return { memory: sum(/^Rss:\s+(\d+)/m), shareOfMemory: sum(/^Pss:\s+(\d+)/m) };
}
