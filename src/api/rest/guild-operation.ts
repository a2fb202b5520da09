import type { TObject, TSchema } from 'typebox';
import type { Decision } from '../../guilds/events.js';
import {
  requireChannelPermission,
  requireGuildPermission,
  requireMember,
  requireVisible,
} from '../../guilds/permissions.js';
import type { Actor, GuildChannel, GuildMember, GuildState, RuleContext } from '../../guilds/state.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import type { Caller } from '../caller.js';
import type { Services } from '../services.js';
import { GATEWAY_EVENT_NAMES } from '../versions/v6/gateway-events.js';
import {
  type Call,
  type Declaration,
  extend,
  type Operation,
  type OperationData,
  requireCaller,
} from './operation.js';
import { RestError } from './rest-error.js';

/** What an operation on a guild works with besides. The caller is a member and has the declared permission. */
export interface InGuild {
  readonly caller: Caller;
  /** the guild at the moment of the call: read it before waiting for anything */
  readonly guild: GuildState;
  readonly member: GuildMember;
  /**
   * Decides a change with a rule, over the guild as it is now, and keeps it. Membership and permission are checked at
   * that moment, too.
   *
   * @throws {Refusal | RestError | StoreError}
   */
  change<Result>(
    rule: (guild: GuildState, actor: Actor, context: RuleContext) => Decision<Result>,
  ): Promise<Result>;
}

/** Declares an operation on the guild `{guild.id}` of its path. */
export function guildOperation<
  const Path extends `${'' | '/users/@me'}/guilds/{guild.id}${string}`,
  Query extends TObject = never,
  Body extends TSchema = never,
  Reply extends TSchema = never,
>(declaration: Declaration<Path, Query, Body, Reply, InGuild>): Operation {
  return extend(declaration, (call, data) => {
    const { actor } = requireCaller(call);
    const locate = (state: GuildState | null) => {
      const guild = found(state, 'UNKNOWN_GUILD');
      return { guild, member: authorize(guild, actor, data) };
    };
    const enter = () => then(call.services.guilds.get(call.params.guild_id ?? ''), locate);
    return then(enter(), (place): InGuild => withChange(call, data, place, enter));
  });
}

/** Goes on in the same turn where the value is at hand: no state can change between finding a guild and using it. */
export function then<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** @throws {RestError} if there is no such thing */
export function found<Value>(value: Value | null | undefined, unknown: RestErrorName): Value {
  if (value === null || value === undefined) throw new RestError(unknown);
  return value;
}

/** Where an operation happens, found and authorized over one state of the guild. */
interface Place {
  readonly guild: GuildState;
  readonly member: GuildMember;
}

/**
 * Lets an operation change the guild it is on.
 *
 * @param enter finds and authorizes the place again, over the state of that moment
 */
export function withChange<Found extends Place>(
  call: Call<string, unknown, unknown>,
  data: OperationData,
  { guild, member }: Found,
  enter: () => Found | Promise<Found>,
) {
  const { services } = call;
  const caller = requireCaller(call);
  const { actor } = caller;
  return {
    caller,
    guild,
    member,
    change<Result>(
      rule: (guild: GuildState, actor: Actor, context: RuleContext, place: Found) => Decision<Result>,
    ): Promise<Result> {
      services.activity.seen(actor.userId);
      return services.guildChanges.run({
        enter,
        decide: (now, context) => declaredOnly(data, rule(now.guild, actor, context, now)),
        by: { userId: actor.userId, reason: call.reason },
      });
    },
  };
}

/** The caller as a member with the permission that is declared, in the guild or in a channel of it. @throws {Refusal} */
export function authorize(
  guild: GuildState,
  actor: Actor,
  { permission }: OperationData,
  channel?: GuildChannel,
): GuildMember {
  if (channel === undefined) {
    return permission === null
      ? requireMember(guild, actor)
      : requireGuildPermission(guild, actor, permission);
  }
  return permission === null
    ? requireVisible(guild, actor, channel)
    : requireChannelPermission(guild, actor, channel, permission);
}

/** The time of this moment and new ids, for rules. */
export function createRuleContext({ ids, now }: Pick<Services, 'ids' | 'now'>): RuleContext {
  return { now: now(), nextId: () => ids.next() };
}

/** Holds the rule to what its operation declares, so that the documentation made from it is true. */
export function declaredOnly<Result>(data: OperationData, decision: Decision<Result>): Decision<Result> {
  requireDeclared(
    data,
    decision.events.map(({ type }) => GATEWAY_EVENT_NAMES[type]),
  );
  return decision;
}

/** @throws {UndeclaredEventError} if an operation fires what it does not declare */
export function requireDeclared({ name, fires }: OperationData, fired: readonly GatewayEventName[]): void {
  const undeclared = fired.find((event) => !fires.includes(event));
  if (undeclared !== undefined) throw new UndeclaredEventError(name, undeclared);
}

class UndeclaredEventError extends Error {
  override readonly name = 'UndeclaredEventError';

  constructor(operation: string, event: GatewayEventName) {
    super(`${operation} does not declare that it fires ${event}`);
  }
}
