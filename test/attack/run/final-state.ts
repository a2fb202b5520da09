import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeReader } from './probe-reader.js';
import { measureUsage, type ResourceUsage } from './resource-usage.js';

/** How long a garbage collection may take, in milliseconds. */
const PAUSE = 1000;
/** pino: 50 is error, 60 fatal. */
const ERROR_LEVEL = 50;
/** How many lines of the log are reported. */
const LINES = 5;

export interface Session {
  readonly id: string;
}

/** What a daemon uses after it collected garbage. */
export async function settledUsage(probe: ProbeReader): Promise<ResourceUsage> {
  probe.collectGarbage();
  await sleep(PAUSE);
  const { live } = await probe.read();
  return measureUsage(probe.pid, probe.daemon.home, live);
}

/** Waits until a daemon's usage has settled, at most for so many seconds. @returns the last usage */
export async function waitUntilSettled(
  probe: ProbeReader,
  seconds: number,
  isSettled: (usage: ResourceUsage) => boolean,
): Promise<ResourceUsage> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const usage = await settledUsage(probe);
    if (isSettled(usage) || performance.now() > deadline) return usage;
  }
}

/** Log lines of level error or worse, and everything on stderr. */
export function errorsOf({ stdout, stderr }: { stdout: string; stderr: string }): string[] {
  const lines = stdout.split('\n').filter((line) => levelOf(line) >= ERROR_LEVEL);
  return [...lines, ...stderr.split('\n').filter(Boolean)].slice(0, LINES).map((line) => line.slice(0, 300));
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0);
}
