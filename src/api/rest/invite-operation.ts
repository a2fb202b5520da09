import type { TObject, TSchema } from 'typebox';
import type { InvitePlace } from '../../guilds/access.js';
import { isUsable } from '../../guilds/invites.js';
import type { InviteRule } from '../../guilds/rule.js';
import type { GuildInvite, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Caller } from '../core/caller.js';
import type { BodySource } from '../versions/body-inputs.js';
import { extend } from './declare-operation.js';
import { found } from './guild-operation.js';
import { type Declaration, type Operation, requireCaller } from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';
import { type WithChange, withChange } from './rule-change.js';

/**
 * Declares an operation that changes a guild through the invite `{invite.code}` of its path, with a rule that checks
 * permissions.
 */
export function inviteChange<
  const Path extends '/invites/{invite.code}',
  Input,
  Result,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>({
  rule,
  ...declaration
}: Declaration<
  Path,
  Query,
  Body,
  Reply,
  Need,
  WithChange<InvitePlace, Input, Result> & { readonly caller: Caller }
> & { readonly rule: InviteRule<Input, Result> }): Operation {
  return extend({ ...declaration, permission: rule.permission }, (call, data, answer) => {
    const { params, services } = call;
    const code = params.invite_code ?? '';
    let id: Snowflake | null = null;
    const find = (guildId: Snowflake) =>
      services.guilds.decide(guildId, (state): InvitePlace => {
        id = guildId;
        const guild = found(state, 'UNKNOWN_INVITE');
        return { guild, invite: liveInvite(guild, code, services.now()) };
      });
    const load = () => (id === null ? guildIdOfInvite(services, code).then(find) : find(id));
    const change = withChange(call, data, { rule, load, recordsActivity: false });
    return answer({ caller: requireCaller(call), ...change });
  });
}

/** The guild that an invite is of, in the store. @throws {RestError} UNKNOWN_INVITE */
export async function guildIdOfInvite(
  { guildStore }: Pick<OperationServices, 'guildStore'>,
  code: string,
): Promise<Snowflake> {
  return found(await guildStore.idOfInvite(code), 'UNKNOWN_INVITE');
}

/** @throws {RestError} UNKNOWN_INVITE, also if it expired, or is a vanity url without the feature */
export function liveInvite(guild: GuildState, code: string, now: number): GuildInvite {
  const invite = found(guild.invites.get(code), 'UNKNOWN_INVITE');
  return found(isUsable(guild, invite, now) ? invite : null, 'UNKNOWN_INVITE');
}
