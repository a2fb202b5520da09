import type { GuildPlace } from '../../guilds/access.js';
import type { Decision } from '../../guilds/events.js';
import type { Rule } from '../../guilds/rule.js';
import type { GuildMember } from '../../guilds/state.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { GuildCondition } from '../../store/guilds.js';
import type { ApiVersion } from '../versions/version.js';
import { type Call, type OperationData, requireCaller } from './operation.js';

/** What operations that have a rule receive in addition. */
export interface WithChange<Place, Input, Result> {
  /**
   * Changes the guild as the rule decides on its current state. Checks the caller's permission again.
   *
   * @returns the result of the rule
   * @throws {Refusal | RestError | StoreError}
   */
  change(input: Input): Promise<Result>;
  /** @param show converts the rule's result to the reply, on the state of the guild at the time of the change */
  change<Shown>(input: Input, show: (result: Result, place: Place) => Shown): Promise<Shown>;
  /**
   * Changes the guild under conditions, which the operation checked before to report clear errors.
   *
   * @param show as for `change`
   * @throws {ConflictError} if one does not hold when the change is stored: check and change again
   */
  changeIf<Shown>(
    conditions: readonly GuildCondition[],
    input: Input,
    show: (result: Result, place: Place) => Shown,
  ): Promise<Shown>;
}

/** A rule and the guild or channel that it applies to. */
export interface PlacedRule<Place extends GuildPlace, Input, Result, Member extends GuildMember | null> {
  readonly rule: Rule<Place, Input, Result, Member>;
  /** loads the guild or channel in its current state. @throws {RestError} */
  load(): Place | Promise<Place>;
  /** whether a change counts as activity of the caller, who need not be a member to use an invite; true by default */
  readonly recordsActivity?: boolean;
}

/** Lets an operation change a guild with its rule, on behalf of the caller. */
export function withChange<Place extends GuildPlace, Input, Result, Member extends GuildMember | null>(
  call: Call<string, unknown, unknown>,
  data: OperationData,
  { rule, load, recordsActivity = true }: PlacedRule<Place, Input, Result, Member>,
): WithChange<Place, Input, Result> {
  const { services, reason, version } = call;
  const { actor } = requireCaller(call);

  function run<Reply>(
    input: Input,
    reply: (decision: Decision<Result>, place: Place) => Reply,
    conditions: readonly GuildCondition[] = [],
  ): Promise<Reply> {
    if (recordsActivity) services.activity.seen(actor.userId);
    return services.guildChanges.run({
      rule,
      actor,
      input,
      reason,
      load,
      conditions,
      reply(decision, place) {
        requireDeclaredEvents(data, decision, version);
        return reply(decision, place);
      },
    });
  }

  function change(input: Input): Promise<Result>;
  function change<Shown>(input: Input, show: (result: Result, place: Place) => Shown): Promise<Shown>;
  function change<Shown>(
    input: Input,
    show?: (result: Result, place: Place) => Shown,
  ): Promise<Result | Shown> {
    return run(input, ({ result }, place): Result | Shown =>
      show === undefined ? result : show(result, place),
    );
  }

  return {
    change,
    changeIf: (conditions, input, show) => run(input, ({ result }, place) => show(result, place), conditions),
  };
}

/**
 * Checks that a decision fires only events that its operation declares, so that the generated documentation is correct.
 */
function requireDeclaredEvents(
  data: OperationData,
  { events }: Decision<unknown>,
  version: ApiVersion,
): void {
  requireDeclared(
    data,
    events.map(({ type }) => version.eventName(type)),
  );
}

/** @throws {UndeclaredEventError} if an operation fires an event that it does not declare */
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
