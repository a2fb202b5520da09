import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a child process and waits for the answer. @throws {Error} if the process ends instead */
export async function askChild<Answer>(child: ChildProcess, message: Serializable): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(([code, killer]) => {
    throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${killer ?? code}`);
  });
  const answer = once(child, 'message', { signal });
  try {
    if (!hasEnded(child)) child.send(message);
    else throw new Error(`${child.spawnargs.slice(1).join(' ')} has ended`);
    const [first] = (await Promise.race([answer, ended])) as [Answer];
    return first;
  } finally {
    answered.abort();
    // What has lost the race is rejected by this.
    await Promise.allSettled([answer, ended]);
  }
}

/** Ends a child process that runs as long as its channel. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exited;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
