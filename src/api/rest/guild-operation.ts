import type { TObject, TSchema } from 'typebox';
import { type Access, type GuildPlace, guildAccess } from '../../guilds/access.js';
import type { GuildRule } from '../../guilds/rule.js';
import type { GuildMember, GuildState, RuleContext } from '../../guilds/state.js';
import type { PermissionName } from '../../protocol/permissions.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import type { BodySource } from '../versions/body-inputs.js';
import { type Around, extend } from './declare-operation.js';
import {
  type Call,
  type Declaration,
  type Operation,
  type OperationData,
  requireCaller,
  type ValueOf,
} from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';
import { type PlacedRule, type WithChange, withChange } from './rule-change.js';

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
  return extend(
    declaration,
    (call, _data, answer) =>
      call.services.guilds.read(call.params.guild_id ?? '', (guild) =>
        answer(enter(call, access, inGuild(guild))),
      ),
    cachedReply({ cacheBy }),
  );
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
  return extend({ ...declaration, permission: rule.permission }, (call, data, answer) => {
    const { params, services, upload } = call;
    const id = params.guild_id ?? '';
    const load = () => services.guilds.decide(id, inGuild);
    return services.guilds.decide(
      id,
      (guild) => answer(enterWithChange(call, data, { rule, load }, inGuild(guild))),
      upload === null ? 'many' : 'once',
    );
  });
}

type GuildPath = `${'' | '/users/@me'}/guilds/{guild.id}${string}`;

function inGuild(guild: GuildState | null): GuildPlace {
  return { guild: found(guild, 'UNKNOWN_GUILD') };
}

/** Authorizes the caller for the guild or channel of a call. @throws {Refusal} */
export function enter<Place extends object>(
  call: Call<string, unknown, unknown>,
  access: Access<Place>,
  place: Place,
) {
  const caller = requireCaller(call);
  return Object.assign({ caller, member: access.authorize(place, caller.actor) }, place);
}

/** As `enter`, for an operation that changes the guild with a rule. @throws {RestError | Refusal} */
export function enterWithChange<Place extends GuildPlace, Input, Result>(
  call: Call<string, unknown, unknown>,
  data: OperationData,
  placed: PlacedRule<Place, Input, Result, GuildMember>,
  place: Place,
) {
  return Object.assign(enter(call, placed.rule, place), withChange(call, data, placed));
}

/** @throws {RestError} if the value is null or undefined */
export function found<Value>(value: Value | null | undefined, unknown: RestErrorName): Value {
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

/** Answers calls with cached replies, after the caller is authorized. */
export function cachedReply<Place extends GuildPlace>({
  cacheBy,
}: ErasedCached<Place>): Around<Place> | undefined {
  if (cacheBy === undefined) return undefined;
  return ({ call, added, data }, answer) => {
    const { services, version } = call;
    // The call was checked against the declaration that `cacheBy` belongs to.
    const subject = cacheBy(added, call as never);
    if (subject === undefined) return answer();
    return services.replyTexts.of(added.guild, { operation: data, version, subject }, answer);
  };
}

/** `Cached` without the types of a declaration. */
interface ErasedCached<Place> {
  readonly cacheBy?: ((place: Place, call: never) => unknown) | undefined;
}
