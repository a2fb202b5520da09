import type { ChatEvents } from '../client/client.js';
import type { RpcError } from '../protocol/rpc/errors.js';
import type { CommandContext } from './context.js';

/** Something that may still arrive from the service. */
export interface Awaited<T> {
  /** what is waited for, once it is there */
  readonly look: () => T | undefined;
  /** the happenings after which it is worth looking again */
  readonly after: readonly (keyof ChatEvents)[];
  /** seconds */
  readonly timeout: number;
  readonly timedOut: () => RpcError;
}

/** Waits for something to arrive. @throws {RpcError} when it does not in time, or the connection ends */
export function waitFor<T>(context: CommandContext, awaited: Awaited<T>): Promise<T> {
  const { client, clock, session } = context;
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    const settle = (how: () => void) => {
      for (const each of undo.splice(0)) each();
      how();
    };
    const giveUp = () => settle(() => reject(awaited.timedOut()));
    const lookAgain = () => {
      const found = awaited.look();
      if (found !== undefined) settle(() => resolve(found));
    };
    undo.push(clock.after(awaited.timeout * 1000, giveUp));
    for (const name of awaited.after) undo.push(client.on(name, lookAgain));
    session.closed.addEventListener('abort', giveUp, { once: true });
    undo.push(() => session.closed.removeEventListener('abort', giveUp));
  });
}
