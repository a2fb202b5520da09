import { changeSubscribersTask } from '../administration/change-subscribers.js';
import { configureGuildTask } from '../administration/configure-guild.js';
import { ownedGuildTask, removeBotTask } from '../administration/remove-bot-from-guilds.js';
import type { GuildTask } from '../core/guild-task.js';
import { publishAccountTask } from '../guilds/publish-account.js';
import { addBotTask, guildForBotsTask } from '../oauth2/add-bot-to-guild.js';
import type { GuildTaskContext } from '../rest/operation-services.js';
import { userGuildTask } from '../rest/resources/user-guild.js';

/** The tasks that nodes carry out for each other. */
export const GUILD_TASKS: readonly GuildTask<GuildTaskContext, unknown, unknown>[] = [
  addBotTask,
  changeSubscribersTask,
  configureGuildTask,
  guildForBotsTask,
  ownedGuildTask,
  publishAccountTask,
  removeBotTask,
  userGuildTask,
];
