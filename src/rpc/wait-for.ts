import type { ChatEvents } from '../client/client.js';
import { waitUntil } from '../platform/wait-until.js';
import type { RpcError } from '../protocol/rpc/errors.js';
import type { CommandContext } from './context.js';

/** Something that may still arrive from the service. */
export interface Arrival<T> {
  /** what is waited for, once it is there */
  readonly look: () => T | undefined;
  /** the happenings after which it is worth looking again */
  readonly after: readonly (keyof ChatEvents)[];
  /** seconds */
  readonly timeout: number;
  readonly timedOut: () => RpcError;
}

/** Waits for something to arrive. @throws {RpcError} when it does not in time, or the connection ends */
export async function waitFor<T>(
  { client, clock, session }: CommandContext,
  { look, after, timeout, timedOut }: Arrival<T>,
): Promise<T> {
  const listen = (again: () => void) => after.map((name) => client.on(name, again));
  const found = await waitUntil({ look, listen, clock, ms: timeout * 1000, signal: session.closed });
  if (found === null) throw timedOut();
  return found;
}
