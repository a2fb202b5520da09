import { randomInt } from 'node:crypto';
import type { TObject, TSchema } from 'typebox';
import Type from 'typebox';
import type { InvitePlace } from '../../../guilds/access.js';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import type { InviteRule } from '../../../guilds/rule.js';
import { vanityOf } from '../../../guilds/rules/guilds.js';
import {
  acceptInvite,
  createInvite,
  deleteInvite,
  isUsable,
  liveInvites,
} from '../../../guilds/rules/invites.js';
import type { GuildInvite, GuildState } from '../../../guilds/state.js';
import { FullInviteSchema, InviteSchema, PartialInviteSchema } from '../../../protocol/objects/invite.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Caller } from '../../core/caller.js';
import { RestError } from '../../core/errors.js';
import { limitGuildsOfUser } from '../../guilds/store-limits.js';
import type { BodySource } from '../../versions/body-inputs.js';
import { channelChange, channelOperation } from '../channel-operation.js';
import { declareOperation, publicOperation } from '../declare-operation.js';
import { guildOperation, requireFound, type WithChange, withChange } from '../guild-operation.js';
import { type Declaration, type Operation, requireCaller } from '../operation.js';
import type { OperationServices, ServiceName } from '../operation-services.js';

/** Invites (docs/rest.md, guilds; docs/rest.md, Operations). */
export const inviteOperations = [
  guildOperation({
    name: 'Get guild invites',
    summary: 'Returns the invites of a guild with their uses.',
    method: 'GET',
    path: '/guilds/{guild.id}/invites',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: Type.Array(FullInviteSchema),
    needs: ['now'],
    // Between two changes of the guild, their number says which invites have expired.
    cacheBy: ({ guild }, { services }) => liveInvites(guild, services.now()).length,
    handle: ({ guild, services, version: { views } }) =>
      liveInvites(guild, services.now()).map((invite) => views.inviteWithMetadata(guild, invite)),
  }),
  guildOperation({
    name: 'Get guild vanity url',
    summary: 'Returns the invite code of the vanity URL of a guild.',
    errors: ['UNKNOWN_INVITE'],
    method: 'GET',
    path: '/guilds/{guild.id}/vanity-url',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: PartialInviteSchema,
    handle({ guild }) {
      if (!guild.settings.features.includes('VANITY_URL')) throw new RestError('MISSING_ACCESS');
      return { code: requireFound(vanityOf(guild), 'UNKNOWN_INVITE').code };
    },
  }),
  channelOperation({
    name: 'Get channel invites',
    summary: 'Returns the invites of a channel with their uses.',
    method: 'GET',
    path: '/channels/{channel.id}/invites',
    permission: 'MANAGE_CHANNELS',
    status: 200,
    reply: Type.Array(FullInviteSchema),
    needs: ['now'],
    cacheBy: ({ guild, channel }, { services }) =>
      `${channel.id} ${liveInvites(guild, services.now()).length}`,
    handle: ({ guild, channel, services, version: { views } }) =>
      liveInvites(guild, services.now())
        .filter(({ channelId }) => channelId === channel.id)
        .map((invite) => views.inviteWithMetadata(guild, invite)),
  }),
  channelChange({
    name: 'Create channel invite',
    summary: 'Creates an invite to a channel.',
    errors: ['TOO_MANY_INVITES'],
    method: 'POST',
    path: '/channels/{channel.id}/invites',
    rule: createInvite,
    body: 'createInvite',
    status: 200,
    reply: FullInviteSchema,
    handle: ({ readBody, change, version: { views } }) =>
      change({ code: createInviteCode(), ...readBody() }, (invite, { guild }) =>
        views.inviteWithMetadata(guild, invite),
      ),
  }),
  publicOperation({
    name: 'Get invite',
    summary: 'Returns what an invite leads to.',
    method: 'GET',
    path: '/invites/{invite.code}',
    status: 200,
    reply: InviteSchema,
    needs: ['guildStore', 'guilds', 'now'],
    async handle({ params, services, version: { views } }) {
      const code = params.invite_code;
      return services.guilds.read(await guildIdOfInvite(services, code), (state) => {
        const guild = requireFound(state, 'UNKNOWN_INVITE');
        return views.invite(guild, liveInvite(guild, code, services.now()));
      });
    },
  }),
  inviteChange({
    name: 'Accept invite',
    summary: 'Makes the caller a member of the guild of an invite.',
    errors: ['NO_BOTS', 'TOO_MANY_GUILDS', 'USER_BANNED'],
    method: 'POST',
    path: '/invites/{invite.code}',
    rule: acceptInvite,
    access: { scopes: ['guilds.join'] },
    status: 200,
    reply: InviteSchema,
    fires: ['GUILD_MEMBER_ADD', 'GUILD_CREATE', 'MESSAGE_CREATE'],
    needs: ['conflictTurns', 'guildStore'],
    async handle({ caller: { kind, user }, changeIf, services, version: { views } }) {
      if (kind === 'bot') throw new RestError('NO_BOTS');
      return services.conflictTurns.run(`joins of ${user.id}`, async () => {
        const { GUILDS_OF_USER } = GUILD_LIMITS;
        const limit = await limitGuildsOfUser(services.guildStore, user.id, GUILDS_OF_USER);
        return changeIf([limit.condition], { hasRoom: !limit.isReached }, (_joined, { guild, invite }) =>
          views.invite(guild, invite),
        );
      });
    },
  }),
  inviteChange({
    name: 'Delete invite',
    summary: 'Deletes an invite.',
    method: 'DELETE',
    path: '/invites/{invite.code}',
    rule: deleteInvite,
    status: 200,
    reply: FullInviteSchema,
    handle: ({ change, version: { views } }) =>
      change(undefined, (invite, { guild }) => views.inviteWithMetadata(guild, invite)),
  }),
];

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 10;

/** A code that nobody guesses and no other invite has: 59 random bits. */
function createInviteCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
}

/**
 * Declares an operation that changes a guild through the invite `{invite.code}` of its path, with a rule that checks
 * permissions.
 */
function inviteChange<
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
  return declareOperation({ ...declaration, permission: rule.permission }, (call, data, handle) => {
    const { params, services } = call;
    const code = params.invite_code ?? '';
    let id: Snowflake | null = null;
    const find = (guildId: Snowflake) =>
      services.guilds.decide(guildId, (state): InvitePlace => {
        id = guildId;
        const guild = requireFound(state, 'UNKNOWN_INVITE');
        return { guild, invite: liveInvite(guild, code, services.now()) };
      });
    const load = () => (id === null ? guildIdOfInvite(services, code).then(find) : find(id));
    const change = withChange(call, data, { rule, load, recordsActivity: false });
    return handle({ caller: requireCaller(call), ...change });
  });
}

/** The guild that an invite is of, in the store. @throws {RestError} UNKNOWN_INVITE */
async function guildIdOfInvite(
  { guildStore }: Pick<OperationServices, 'guildStore'>,
  code: string,
): Promise<Snowflake> {
  return requireFound(await guildStore.idOfInvite(code), 'UNKNOWN_INVITE');
}

/** @throws {RestError} UNKNOWN_INVITE, also if it expired, or is a vanity url without the feature */
function liveInvite(guild: GuildState, code: string, now: number): GuildInvite {
  const invite = requireFound(guild.invites.get(code), 'UNKNOWN_INVITE');
  return requireFound(isUsable(guild, invite, now) ? invite : null, 'UNKNOWN_INVITE');
}
