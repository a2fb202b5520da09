import type { PermissionName } from '../protocol/permissions.js';
import {
  type Access,
  type ChannelPlace,
  channelAccess,
  type GuildPlace,
  guildAccess,
  type InvitePlace,
  inviteAccess,
} from './access.js';
import type { Decision } from './events.js';
import type { Actor, GuildMember, RuleContext } from './state.js';

/** The context of an authorized actor at a place; `member` is their membership. */
export type ContextAt<Place, Member = GuildMember> = RuleContext &
  Place & { readonly actor: Actor; readonly member: Member };

/**
 * What an operation does to a guild, and who may do it (docs/architecture.md, How a change becomes durable). The permission
 * that it needs is declared here and nowhere else: `permission` for all of it, and in `decide` what depends on the input.
 */
export interface Rule<
  Place extends GuildPlace,
  Input,
  Result,
  Member extends GuildMember | null = GuildMember,
> extends Access<Place, Member> {
  /** Decides about the changes; synchronous and pure. @throws {Refusal} */
  decide(context: ContextAt<Place, Member>, input: Input): Decision<Result>;
}

export type GuildRule<Input, Result> = Rule<GuildPlace, Input, Result>;
export type ChannelRule<Input, Result> = Rule<ChannelPlace, Input, Result>;
export type InviteRule<Input, Result> = Rule<InvitePlace, Input, Result, GuildMember | null>;

/** The declaration of a rule. */
interface Declared<Place extends GuildPlace, Input, Result, Member extends GuildMember | null = GuildMember> {
  readonly permission: PermissionName | null;
  decide(context: ContextAt<Place, Member>, input: Input): Decision<Result>;
}

/** Declares a rule for members of a guild. */
export function guildRule<Input = void, Result = null>({
  permission,
  decide,
}: Declared<GuildPlace, Input, Result>): GuildRule<Input, Result> {
  return { ...guildAccess(permission), decide };
}

/** Declares a rule for members who may view a channel. */
export function channelRule<Input = void, Result = null>({
  permission,
  decide,
}: Declared<ChannelPlace, Input, Result>): ChannelRule<Input, Result> {
  return { ...channelAccess(permission), decide };
}

/** Declares a rule for an invite; without a permission, everybody who knows the code may use it. */
export function inviteRule<Input = void, Result = null>({
  permission,
  decide,
}: Declared<InvitePlace, Input, Result, GuildMember | null>): InviteRule<Input, Result> {
  return { ...inviteAccess(permission), decide };
}

/** Authorizes an actor and runs the decision of a rule. @throws {Refusal} */
export function decideRule<Place extends GuildPlace, Input, Result, Member extends GuildMember | null>(
  rule: Rule<Place, Input, Result, Member>,
  place: Place & { readonly actor: Actor },
  context: RuleContext,
  input: Input,
): Decision<Result> {
  const member = rule.authorize(place, place.actor);
  return rule.decide(contextAt(place, place.actor, member, context), input);
}

/** What a rule is given at a place. */
export function contextAt<Place extends GuildPlace, Member>(
  place: Place,
  actor: Actor,
  member: Member,
  { now, nextId }: RuleContext,
): ContextAt<Place, Member> {
  return Object.assign({ actor, member, now, nextId }, place);
}
