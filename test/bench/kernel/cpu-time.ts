import { readdirSync, readFileSync } from 'node:fs';

/** How long the processors have worked for a process and everything it started, in milliseconds (Linux). */
export function cpuTime(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownTime(member), 0);
}

/** A process and all below it. */
export function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/** From the scheduler: /proc/PID/stat counts ticks of 10 ms, too coarse for what an idle daemon does. */
function ownTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}
