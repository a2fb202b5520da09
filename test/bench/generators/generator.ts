import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askChild, endChild } from '../servers/child.js';
import type { Load, LoadResult } from './load.js';

const PROGRAM = fileURLToPath(import.meta.resolve('./generator-process.js'));

/** A load generator in a separate process, so that its CPU time can be told from the server's. */
export class Generator {
  private constructor(private readonly child: ChildProcess) {}

  static async start(load: Load): Promise<Generator> {
    const child = fork(PROGRAM);
    await askChild(child, load);
    return new Generator(child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  run(ms: number): Promise<LoadResult> {
    return askChild(this.child, ms);
  }

  stop(): Promise<void> {
    return endChild(this.child);
  }
}
