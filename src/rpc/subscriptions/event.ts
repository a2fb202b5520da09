import type { Static, TSchema } from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import { RpcError, type RpcErrorName } from '../../protocol/rpc/errors.js';
import type { CommandContext, RpcContext, SourceEvents } from '../context.js';
import { argumentsReader } from '../dispatch/command.js';
import type { EventAccess } from '../sessions/authorization.js';

/**
 * One event of docs/rpc.md's table, as its file in `events/` declares it; `name` is its `evt` on the wire, and `errors` are
 * what SUBSCRIBE may answer with for this event.
 */
export interface EventDeclaration<
  Args extends TSchema,
  Data extends TSchema,
  Source extends keyof SourceEvents,
> extends Declared<EventAccess, RpcErrorName> {
  /** what SUBSCRIBE takes */
  readonly args: Args;
  readonly data: Data;
  /** the source events it is made from; none for events that a command sends to its own connection */
  readonly sources: readonly Source[];
  /** Refuses subscriptions to what is not there; events of what is no longer there are not sent. @throws {RpcError} */
  check?(context: RpcContext, args: Static<Args>): void;
  /** Is called when a connection subscribes, or unsubscribes. */
  setSubscribed?(context: CommandContext, isSubscribed: boolean): void;
  /** acquires what its source events need while anybody is subscribed; the returned function releases it */
  hold?(context: RpcContext): () => void;
  /** the subscription that a source event belongs to, or null if there is none */
  subscription?(sourceEvent: SourceEvents[Source]): Static<Args> | null;
  /** whether it is a whole state, which is only sent if it differs from the last one; by default if there is `current` */
  readonly sendsState?: boolean;
  /** the state that subscribers know at first; none by default */
  current?(context: RpcContext, args: Static<Args>): Static<Data>;
  /** what is sent, or null if nothing is sent */
  dispatch?(context: RpcContext, sourceEvent: SourceEvents[Source]): Static<Data> | null;
}

/** What an event has acquired for its subscribers. */
export interface HeldEvent {
  /** the state that they know at first; null: none */
  readonly state: unknown;
  /** Has to be called with the end of the last subscription. */
  release(): void;
}

/** A declared event, ready to be subscribed to and dispatched. */
export interface RpcEvent extends Declared<EventAccess, RpcErrorName> {
  readonly args: TSchema;
  readonly data: TSchema;
  readonly sources: readonly (keyof SourceEvents)[];
  readonly sendsState: boolean;
  /** The subscription these arguments name. @throws {RpcError} 4000 if they are not this event's */
  key(args: unknown): string;
  /** The same, for something that is there to listen to. @throws {RpcError} */
  subscribe(context: RpcContext, args: unknown): string;
  /** Has to be called when a connection subscribes, or unsubscribes. */
  setSubscribed(context: CommandContext, isSubscribed: boolean): void;
  /** what is called with the first subscription */
  hold(context: RpcContext, args: unknown): HeldEvent;
  /** the key of the subscriptions that a source event goes to, or null */
  keyOf(sourceEvent: unknown): string | null;
  dataOf(context: RpcContext, sourceEvent: unknown): unknown;
}

/** Declares an event. */
export function event<Args extends TSchema, Data extends TSchema, Source extends keyof SourceEvents>(
  declaration: EventDeclaration<Args, Data, Source>,
): RpcEvent {
  const readArguments = argumentsReader(declaration.args);
  const names = Object.keys((declaration.args as { properties?: object }).properties ?? {});
  // Only declared arguments distinguish subscriptions: clients may send others, and in any order.
  const key = (given: unknown) =>
    [declaration.name, ...names.map((name) => (given as Record<string, unknown>)[name])].join(' ');
  return {
    ...declaration,
    sendsState: declaration.sendsState ?? declaration.current !== undefined,
    key: (given) => key(readArguments(given)),
    subscribe(context, given) {
      const checked = readArguments(given);
      declaration.check?.(context, checked);
      return key(checked);
    },
    setSubscribed: (context, isSubscribed) => declaration.setSubscribed?.(context, isSubscribed),
    hold: (context, given) => ({
      state: declaration.current?.(context, readArguments(given)) ?? null,
      release: declaration.hold?.(context) ?? (() => {}),
    }),
    keyOf(sourceEvent) {
      const subscription = declaration.subscription?.(sourceEvent as SourceEvents[Source]) ?? null;
      return subscription === null ? null : key(subscription);
    },
    dataOf(context, sourceEvent) {
      const source = sourceEvent as SourceEvents[Source];
      const subscription = declaration.subscription?.(source) ?? null;
      if (subscription === null || !passes(() => declaration.check?.(context, subscription))) return null;
      return declaration.dispatch?.(context, source) ?? null;
    },
  };
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}
