import { readFileSync } from 'node:fs';

/**
 * How long the main thread of a process was runnable but waited for a CPU, in milliseconds since its start
 * (Linux, /proc/PID/schedstat).
 */
export function cpuWait(pid: number | 'self'): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
