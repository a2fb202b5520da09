import type { TObject, TSchema } from 'typebox';
import { type Access, type GuildPlace, guildAccess } from '../../guilds/access.js';
import type { Decision } from '../../guilds/events.js';
import type { GuildRule, Rule } from '../../guilds/rule.js';
import type { GuildMember, GuildState, RuleContext } from '../../guilds/state.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import type { PermissionName } from '../../protocol/permissions.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import type { GuildCondition } from '../../store/guilds.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import type { BodySource } from '../versions/body-inputs.js';
import { declareOperation, requireDeclared } from './declare-operation.js';
import {
  type Call,
  type Declaration,
  type Operation,
  type OperationData,
  requireCaller,
  type ValueOf,
} from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';

/** What operations on a guild receive in addition. The caller is a member and has the required permission. */
export interface InGuild {
  readonly caller: Caller;
  /** the guild at the time of the call; read it before the first `await` */
  readonly guild: GuildState;
  readonly member: GuildMember;
}

/** The permission that an operation without a rule requires; none if omitted. */
export interface Permitted {
  readonly permission?: PermissionName;
}

/** Declares an operation that reads the guild `{guild.id}` of its path. */
export function guildOperation<
  const Path extends GuildPath,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>({
  cacheBy,
  ...declaration
}: Declaration<Path, Query, Body, Reply, Need, InGuild> &
  Permitted &
  Cached<Path, Query, InGuild>): Operation {
  const access = guildAccess(declaration.permission ?? null);
  return declareOperation(declaration, (call, data, handle) => {
    const place = (guild: GuildState | null) => authorize(call, access, inGuild(guild));
    const { guilds } = call.services;
    const id = call.params.guild_id ?? '';
    return guilds.read(id, (guild) =>
      whileAllowed(() => guilds.read(id, place), cachedReply({ call, data, cacheBy }, place(guild), handle)),
    );
  });
}

/** Declares an operation that changes the guild `{guild.id}` of its path with a rule, which checks permissions. */
export function guildChange<
  const Path extends GuildPath,
  Input,
  Result,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>({
  rule,
  ...declaration
}: Declaration<Path, Query, Body, Reply, Need, InGuild & WithChange<GuildPlace, Input, Result>> & {
  readonly rule: GuildRule<Input, Result>;
}): Operation {
  return declareOperation({ ...declaration, permission: rule.permission }, (call, data, handle) => {
    const { params, services, upload } = call;
    const id = params.guild_id ?? '';
    const load = () => services.guilds.decide(id, inGuild);
    return services.guilds.decide(
      id,
      (guild) => handle(authorizeChange(call, data, { rule, load }, inGuild(guild))),
      upload === null ? 'many' : 'once',
    );
  });
}

type GuildPath = `${'' | '/users/@me'}/guilds/{guild.id}${string}`;

function inGuild(guild: GuildState | null): GuildPlace {
  return { guild: requireFound(guild, 'UNKNOWN_GUILD') };
}

/**
 * Checks the caller's access again when a reply was read from the store: it may show what was stored after their access
 * ended.
 *
 * @param check authorizes the caller on the current state. @throws {Refusal | RestError}
 */
export function whileAllowed(check: () => unknown, reply: unknown): unknown {
  return reply instanceof Promise ? reply.then((value) => thenOrNow(check(), () => value)) : reply;
}

/** Authorizes the caller for the guild or channel of a call. @throws {Refusal} */
export function authorize<Place extends object>(
  call: Call<string, unknown, unknown>,
  access: Access<Place>,
  place: Place,
) {
  const caller = requireCaller(call);
  return Object.assign({ caller, member: access.authorize(place, caller.actor) }, place);
}

/** As `authorize`, for an operation that changes the guild with a rule. @throws {RestError | Refusal} */
export function authorizeChange<Place extends GuildPlace, Input, Result>(
  call: Call<string, unknown, unknown>,
  data: OperationData,
  placed: PlacedRule<Place, Input, Result, GuildMember>,
  place: Place,
) {
  return Object.assign(authorize(call, placed.rule, place), withChange(call, data, placed));
}

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
        // So that the generated documentation is correct.
        requireDeclared(
          data,
          decision.events.map(({ type }) => version.eventName(type)),
        );
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

/** @throws {RestError} if the value is null or undefined */
export function requireFound<Value>(value: Value | null | undefined, unknown: RestErrorName): Value {
  if (value === null || value === undefined) throw new RestError(unknown);
  return value;
}

/** The current time and new ids, for rules. */
export function createRuleContext({ ids, now }: Pick<OperationServices, 'ids' | 'now'>): RuleContext {
  return { now: now(), nextId: () => ids.next() };
}

/** What of a call may decide which cached reply answers it. */
type CachedCall<Path extends string, Query> = Pick<
  Call<Path, Query, unknown>,
  'params' | 'query' | 'services'
>;

/** How an operation that reads a guild caches its replies. */
export interface Cached<Path extends string, Query extends TObject, Place> {
  /**
   * Identifies the reply among all replies of the operation that show the guild. They must depend on nothing else than the
   * guild, its users and this. undefined: the reply is not cached. If omitted, no replies are cached.
   */
  cacheBy?(place: Place, call: CachedCall<Path, ValueOf<Query>>): unknown;
}

/** A call that a cached reply may answer. */
interface CacheableCall<Place> {
  readonly call: Call<string, unknown, unknown>;
  readonly data: OperationData;
  /** of `Cached`, without the types of a declaration */
  readonly cacheBy: ((place: Place, call: never) => unknown) | undefined;
}

/** Answers a call of an authorized caller with a cached reply, if there is one, else with that of the handler. */
export function cachedReply<Place extends GuildPlace>(
  { call, data, cacheBy }: CacheableCall<Place>,
  place: Place,
  handle: (place: Place) => unknown,
): unknown {
  // The call was checked against the declaration that `cacheBy` belongs to.
  const subject = cacheBy?.(place, call as never);
  if (subject === undefined) return handle(place);
  const { services, version } = call;
  return services.replyTexts.of(place.guild, { operation: data, version, subject }, () => handle(place));
}
