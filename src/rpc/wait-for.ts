import Type from 'typebox';
import type { ChatEvents } from '../client/client.js';
import { waitUntil } from '../platform/async/wait-until.js';
import type { RpcError } from '../protocol/rpc/errors.js';
import { Nullable } from '../protocol/schema.js';
import type { CommandContext } from './context.js';

/** What a command waits for. */
export interface Arrival<T> {
  /** what is waited for; undefined until it has arrived */
  readonly look: () => T | undefined;
  /** the events after which `look` is called again */
  readonly after: readonly (keyof ChatEvents)[];
  /** seconds */
  readonly timeout: number;
  readonly timedOut: () => RpcError;
}

/** Waits for something to arrive from the service. @throws {RpcError} if it does not arrive in time or the connection closes */
export async function waitFor<T>(
  { client, clock, session }: CommandContext,
  { look, after, timeout, timedOut }: Arrival<T>,
): Promise<T> {
  const listen = (again: () => void) => after.map((name) => client.on(name, again));
  const found = await waitUntil({ look, listen, clock, ms: timeout * 1000, signal: session.closed });
  if (found === null) throw timedOut();
  return found;
}

/** How long a command waits for something that has not arrived yet, in seconds; 0 or absent: not at all (docs/rpc.md). */
export const TimeoutSchema = Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 60 })));
