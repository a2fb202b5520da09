import Type from 'typebox';
import { guildPermissions } from '../../guilds/permissions.js';
import { Refusal } from '../../guilds/refusal.js';
import { type AddedBot, addBot } from '../../guilds/rules/add-bot.js';
import type { Actor, GuildState } from '../../guilds/state.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore } from '../../store/accounts.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import type { GuildStore } from '../../store/guilds.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import { OAuth2Error } from '../core/errors.js';
import { ActorSchema, type GuildTask, type GuildTasks } from '../core/guild-task.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

const REASONS: { readonly [Name in RestErrorName]?: string } = {
  USER_BANNED: 'the bot is banned from the guild',
  TWO_FACTOR_REQUIRED: 'the guild requires two-factor authentication of those who manage it',
  TOO_MANY_ROLES: 'the guild has no room for another role',
};

/** What adding a bot works with where the guild is owned. */
interface GuildServices {
  readonly guilds: GuildRegistry;
  readonly guildChanges: GuildChanges;
}

/** The dependencies of adding a bot. */
export interface AddBotDependencies {
  readonly applicationStore: Pick<ApplicationStore, 'byId'>;
  readonly conflictTurns: ConflictTurns;
  readonly users: UserDirectory;
  readonly guildTasks: GuildTasks<GuildServices>;
}

/** The guild to which a person adds a bot. */
export interface BotPlace {
  readonly guildId: Snowflake;
  /** requested permissions, as bits of `PERMISSIONS` */
  readonly permissions: number;
}

/**
 * Adds the bot of an application to a guild on behalf of a person (docs/rest.md, Adding a bot).
 *
 * @returns the permissions that the bot's role now has
 * @throws {OAuth2Error} access_denied if the person may not add it, or the bot is banned; the error is the same for
 * unknown guilds
 */
export function addBotToGuild(
  services: AddBotDependencies,
  actor: Actor,
  { id }: Application,
  place: BotPlace,
): Promise<number> {
  return services.conflictTurns.run(`application ${id}`, async () => {
    const application = await services.applicationStore.byId(id);
    if (application === null) throw denied();
    return addBotOf(application, services, actor, place);
  });
}

async function addBotOf(
  { id: applicationId, botId, name }: Application,
  services: AddBotDependencies,
  actor: Actor,
  { permissions, guildId }: BotPlace,
): Promise<number> {
  const bot = botId === null ? null : await services.users.load(botId);
  if (bot === null) throw denied();
  return services.guildTasks.run(addBotTask, guildId, {
    actor,
    bot: { userId: bot.id, name, permissions },
    applicationId,
  });
}

interface AddBotInput {
  readonly actor: Actor;
  readonly bot: AddedBot;
  readonly applicationId: Snowflake;
}

/** Adds a bot as `addBotToGuild` does. */
export const addBotTask: GuildTask<GuildServices, AddBotInput, number> = {
  name: 'add-bot',
  input: validator(
    Type.Object({
      actor: ActorSchema,
      bot: Type.Object({ userId: SnowflakeSchema, name: Type.String(), permissions: Type.Integer() }),
      applicationId: SnowflakeSchema,
    }),
  ),
  output: validator(Type.Integer()),
  async run({ guildChanges, guilds }, guildId, { actor, applicationId, bot }) {
    try {
      return await guildChanges.run({
        rule: addBot,
        actor,
        input: bot,
        reason: null,
        load: () =>
          guilds.decide(guildId, (guild) => {
            if (guild === null) throw denied();
            return { guild };
          }),
        // The bot of a deleted application could be a member but not sign in.
        conditions: [{ conflict: 'gone', applicationId }],
        reply: ({ result }) => result,
      });
    } catch (error) {
      if (error instanceof Refusal) throw denied(REASONS[error.error]);
      throw error;
    }
  },
};

/** The guilds to which a person may add a bot, oldest first. */
export async function guildsForBots(
  {
    guildStore,
    guildTasks,
  }: {
    readonly guildTasks: GuildTasks<GuildServices>;
    readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
  },
  userId: Snowflake,
): Promise<NamedGuild[]> {
  const ids = await guildStore.idsOfUser(userId);
  const all = await Promise.all(ids.map((id) => guildTasks.run(guildForBotsTask, id, { userId })));
  return all.filter((guild) => guild !== null);
}

interface NamedGuild {
  readonly id: Snowflake;
  readonly name: string;
}

/** A guild to which a person may add a bot; null if they may not. */
export const guildForBotsTask: GuildTask<GuildServices, { userId: Snowflake }, NamedGuild | null> = {
  name: 'guild-for-bots',
  kind: 'read',
  input: validator(Type.Object({ userId: SnowflakeSchema })),
  output: validator(Nullable(Type.Object({ id: SnowflakeSchema, name: Type.String() }))),
  run: ({ guilds }, id, { userId }) =>
    guilds.read(id, (guild) =>
      guild === null || !mayManage(guild, userId) ? null : { id, name: guild.settings.name },
    ),
};

function mayManage(guild: GuildState, userId: Snowflake): boolean {
  const member = guild.members.get(userId);
  return member !== undefined && (guildPermissions(guild, member) & PERMISSIONS.MANAGE_GUILD) !== 0;
}

function denied(reason = 'the user may not add a bot to this guild'): OAuth2Error {
  return new OAuth2Error('access_denied', reason);
}
