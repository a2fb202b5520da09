import type { GuildPlace } from '../../guilds/access.js';
import type { Decision } from '../../guilds/events.js';
import type { Rule } from '../../guilds/rule.js';
import type { GuildMember } from '../../guilds/state.js';
import { requireDeclaredEvents } from './declared-events.js';
import { type Call, type OperationData, requireCaller } from './operation.js';

/** What an operation that has a rule works with besides. */
export interface WithChange<Place, Input, Result> {
  /**
   * Changes the guild as the rule decides, over the guild as it is now. That the caller may is checked at that moment, too.
   *
   * @returns what the rule gives
   * @throws {Refusal | RestError | StoreError}
   */
  change(input: Input): Promise<Result>;
  /** @param show makes the reply of what the rule gives, over the guild at the moment of the change */
  change<Shown>(input: Input, show: (result: Result, place: Place) => Shown): Promise<Shown>;
}

/** A rule, and where it is applied. */
interface PlacedRule<Place extends GuildPlace, Input, Result, Member extends GuildMember | null> {
  readonly rule: Rule<Place, Input, Result, Member>;
  /** finds the place, as it is at that moment. @throws {RestError} */
  load(): Place | Promise<Place>;
}

/** Lets an operation change a guild with its rule, in the name of the caller. */
export function withChange<Place extends GuildPlace, Input, Result, Member extends GuildMember | null>(
  call: Call<string, unknown, unknown>,
  data: OperationData,
  { rule, load }: PlacedRule<Place, Input, Result, Member>,
): WithChange<Place, Input, Result> {
  const { services, reason } = call;
  const { actor } = requireCaller(call);

  function change(input: Input): Promise<Result>;
  function change<Shown>(input: Input, show: (result: Result, place: Place) => Shown): Promise<Shown>;
  function change<Shown>(
    input: Input,
    show?: (result: Result, place: Place) => Shown,
  ): Promise<Result | Shown> {
    services.activity.seen(actor.userId);
    const reply = (decision: Decision<Result>, place: Place): Result | Shown => {
      requireDeclaredEvents(data, decision);
      return show === undefined ? decision.result : show(decision.result, place);
    };
    return services.guildChanges.run({ rule, actor, input, reason, load, reply });
  }

  return { change };
}
