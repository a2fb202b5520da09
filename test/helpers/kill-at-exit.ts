import type { ChildProcess } from 'node:child_process';

const tasks = new Set<() => void>();

// One listener for all of them: many servers in one process would look like a leak.
process.once('exit', () => {
  for (const task of tasks) task();
});

/** Runs a synchronous task when this process ends. @returns forgets it */
export function atExit(task: () => void): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Kills a process, or those of a group by its negative id. One that has ended meanwhile is fine. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Ends a child process with this one: what fails must leave no server behind. */
export function killAtExit(child: ChildProcess): void {
  child.once(
    'exit',
    atExit(() => child.kill()),
  );
}
