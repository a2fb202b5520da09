import { snapshotOf } from '../../../guilds/events.js';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { createGuild } from '../../../guilds/rules/create-guild.js';
import { deleteGuild, modifyGuild } from '../../../guilds/rules/guilds.js';
import { GuildSchema } from '../../../protocol/objects/guild.js';
import type { Application } from '../../../store/accounts.js';
import type { GuildCondition } from '../../../store/guilds.js';
import type { Caller } from '../../core/caller.js';
import { RestError } from '../../core/errors.js';
import { BODY_BYTES } from '../../core/limits.js';
import {
  limitGuildsOfApplication,
  limitGuildsOfUser,
  requireRoomForChannels,
} from '../../guilds/store-limits.js';
import { operation } from '../declare-operation.js';
import { createRuleContext, guildChange, guildOperation } from '../guild-operation.js';
import type { OperationServices } from '../operation-services.js';

/** The guild resource (docs/rest.md, guilds). */
export const guildOperations = [
  operation({
    name: 'Create guild',
    summary: 'Creates a guild whose owner is the bot.',
    errors: ['TOO_MANY_CHANNELS', 'TOO_MANY_GUILDS', 'TOO_MANY_ROLES'],
    method: 'POST',
    path: '/guilds',
    access: 'bot',
    body: 'createGuild',
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 201,
    reply: GuildSchema,
    fires: ['GUILD_CREATE'],
    needs: ['applicationStore', 'conflictTurns', 'guildStore', 'guilds', 'ids', 'now', 'users'],
    handle: ({ caller, readBody, services, version: { views } }) =>
      services.conflictTurns.run(`application ${caller.applicationId}`, async () => {
        const application = await services.applicationStore.byId(caller.applicationId ?? '');
        // The bot of a deleted application could own a guild but not sign in.
        if (application === null) throw new RestError('UNAUTHORIZED');
        const conditions = await requireRoom(caller, application, services);
        const input = readBody();
        const channels = input.channels?.length ?? 0;
        conditions.push(...(await requireRoomForChannels(services.guildStore, application, channels)));
        conditions.push({ conflict: 'gone', applicationId: application.id });
        const created = createGuild(caller.actor, input, services.users, createRuleContext(services));
        await services.guilds.create(created, conditions);
        return views.guild(snapshotOf(created.guild));
      }),
  }),
  guildOperation({
    name: 'Get guild',
    summary: 'Returns a guild that the caller is a member of.',
    method: 'GET',
    path: '/guilds/{guild.id}',
    status: 200,
    reply: GuildSchema,
    cacheBy: () => null,
    handle: ({ guild, version: { views } }) => views.guild(snapshotOf(guild)),
  }),
  guildChange({
    name: 'Modify guild',
    summary: 'Changes the settings of a guild that are passed.',
    method: 'PATCH',
    path: '/guilds/{guild.id}',
    rule: modifyGuild,
    body: 'modifyGuild',
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 200,
    reply: GuildSchema,
    fires: ['GUILD_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ readBody, change, version: { views } }) => change(readBody(), (guild) => views.guild(guild)),
  }),
  guildChange({
    name: 'Delete guild',
    summary: 'Deletes a guild for good; only its owner may do it.',
    errors: ['MISSING_PERMISSIONS'],
    method: 'DELETE',
    path: '/guilds/{guild.id}',
    rule: deleteGuild,
    status: 204,
    fires: ['GUILD_DELETE'],
    handle: ({ change }) => change(),
  }),
];

/**
 * Limits over all guilds (docs/rest.md, Limits).
 *
 * @returns the conditions under which there is still room when the guild is stored
 * @throws {RestError} TOO_MANY_GUILDS
 */
async function requireRoom(
  { user }: Caller,
  { id, approved }: Application,
  { guildStore }: Pick<OperationServices, 'guildStore'>,
): Promise<GuildCondition[]> {
  const ofUser = await limitGuildsOfUser(guildStore, user.id, GUILD_LIMITS.GUILDS_OF_CREATING_BOT);
  if (ofUser.isReached) throw new RestError('TOO_MANY_GUILDS');
  if (approved) return [ofUser.condition];
  const ofApplication = await limitGuildsOfApplication(guildStore, id);
  if (ofApplication.isReached) throw new RestError('TOO_MANY_GUILDS');
  return [ofUser.condition, ofApplication.condition];
}
