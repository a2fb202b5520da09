import { changeSubscribersTask } from '../../api/administration/change-subscribers.js';
import { configureGuildTask } from '../../api/administration/configure-guild.js';
import { ownedGuildTask, removeBotTask } from '../../api/administration/remove-bot-from-guilds.js';
import type { GuildTask } from '../../api/core/guild-task.js';
import { publishAccountTask } from '../../api/guilds/publish-account.js';
import { addBotTask, guildForBotsTask } from '../../api/oauth2/add-bot-to-guild.js';
import type { GuildTaskContext } from '../../api/rest/operation-services.js';
import { userGuildTask } from '../../api/rest/resources/user-guild.js';

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
