import { readFileSync } from 'node:fs';

/**
 * Names a process and no later one that gets its id: `812@3140`, its id and its start. Where the system tells no start
 * (all but Linux), it is the id alone.
 *
 * @returns null if it has ended
 */
export function identifyProcess(pid: number | string): string | null {
  if (process.platform !== 'linux') return String(pid);
  const stat = readProcessStat(pid);
  // A process that has ended keeps its id until its parent asks for the result.
  return stat === null || /[ZX]/.test(stat.state) ? null : `${pid}@${stat.start}`;
}

/** Whether a process still runs. @param identity as `identifyProcess` gives it, or an id alone */
export function isRunning(identity: string): boolean {
  const pid = toPid(identity);
  return identity === String(pid) || identifyProcess(pid) === identity;
}

export function toPid(identity: string): number {
  return Number(identity.split('@', 1)[0]);
}

/**
 * The control group of a process (cgroups(7)). What it starts stays in it, and a sandbox or an application that the desktop
 * started has one of its own; empty if the system has none.
 */
export function findControlGroup(identity: string): string {
  try {
    return readFileSync(`/proc/${toPid(identity)}/cgroup`, 'utf8');
  } catch {
    return '';
  }
}

/** What proc(5) says of a process in `/proc/PID/stat`, as text; null if it is unknown: not on Linux, or there is none. */
export function readProcessStat(pid: number | string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before is in parentheses, and may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent = '', group = '', , , foreground = ''] = fields;
    /** `start` is in ticks since the machine started */
    return { state, parent, group, foreground, start: fields[19] ?? '' };
  } catch {
    return null;
  }
}
