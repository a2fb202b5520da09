import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the servers of a bench in a process of their own. @returns it and what it told first */
export async function startServers<Told>(file: string): Promise<{ servers: ChildProcess; told: Told }> {
  const servers = fork(fileURLToPath(import.meta.resolve(file)));
  const [told] = (await once(servers, 'message')) as [Told];
  return { servers, told };
}

/** Asks a process something and waits for the answer. */
export async function ask<Answer>(servers: ChildProcess, what: unknown): Promise<Answer> {
  servers.send(what as object);
  const [answer] = (await once(servers, 'message')) as [Answer];
  return answer;
}
