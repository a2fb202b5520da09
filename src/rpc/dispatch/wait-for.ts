import Type from 'typebox';
import type { ChatEvents } from '../../client/client.js';
import { waitUntil } from '../../platform/async/wait-until.js';
import type { Channel, ChannelType } from '../../protocol/objects/channel.js';
import { type RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import { Nullable } from '../../protocol/schema.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { CommandContext } from '../context.js';

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

export interface ChannelSelection {
  readonly types: readonly ChannelType[];
  /** how long to wait for the channel, in seconds; 0: not at all */
  readonly timeout: number;
  /** the error if it does not arrive in that time */
  timedOut(): RpcError;
}

/**
 * Finds the channel that a SELECT command names; with a timeout it waits for one that has not arrived yet. A known channel
 * is returned at once, so that commands keep their order.
 *
 * @throws {RpcError} 4005 if the person can view no such channel of these types, `timedOut` if it does not arrive
 */
export function findChannelToSelect(
  context: CommandContext,
  id: Snowflake,
  { types, timeout, timedOut }: ChannelSelection,
): Channel | Promise<Channel> {
  const look = () => context.client.state.channel(id);
  const invalid = rpcErrors.invalidChannel(id.slice(0, 64));
  const isWaitedFor = isSnowflake(id) && timeout > 0 && !context.client.state.isHidden(id);
  if (look() === undefined && !isWaitedFor) throw invalid;
  // Private channels arrive with READY, without an event of their own.
  const after = ['guildCreate', 'channelCreate', 'connection'] as const;
  const require = (channel: Channel) => {
    if (!types.includes(channel.type)) throw invalid;
    return channel;
  };
  const known = look();
  return known === undefined
    ? waitFor(context, { look, after, timeout, timedOut }).then(require)
    : require(known);
}
