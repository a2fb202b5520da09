import Type from 'typebox';
import { changeSubscribersTask } from '../../api/administration/change-subscribers.js';
import { configureGuildTask } from '../../api/administration/configure-guild.js';
import { ownedGuildTask, removeBotTask } from '../../api/administration/remove-bot-from-guilds.js';
import type { GuildTask, GuildTasks } from '../../api/core/guild-task.js';
import { publishAccountTask } from '../../api/guilds/publish-account.js';
import { addBotTask, guildForBotsTask } from '../../api/oauth2/add-bot-to-guild.js';
import type { GuildTaskContext } from '../../api/rest/operation-services.js';
import { userGuildTask } from '../../api/rest/resources/users.js';
import { readJson } from '../../platform/text/parse-json.js';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';
import type { GuildLeases } from '../ownership/guild-leases.js';
import type { GuildRequest } from '../requests/guild-request.js';
import { GuildAbsentError, toReadError } from '../requests/request-errors.js';
import type { RequestKeys } from '../requests/request-keys.js';
import type { RequestRouter } from '../requests/request-router.js';
import { DEADLINE_MS, isLost } from './operation-forwarding.js';
import { errorText, outputText, readOutput } from './task-replies.js';

/** The kind of requests with tasks. */
export const TASK_REQUEST = 'task';

const taskValidator = validator(Type.Object({ name: Type.String(), input: Type.Unknown() }));

export interface ClusterGuildTasksOptions {
  readonly leases: Pick<GuildLeases, 'fresh'>;
  readonly requests: Pick<RequestRouter, 'run'>;
  readonly keys: Pick<RequestKeys, 'next'>;
  /** is called for each task */
  readonly context: () => GuildTaskContext;
}

/** Runs tasks here if this node owns the guild, otherwise by requests to the owner. */
export class ClusterGuildTasks implements GuildTasks<GuildTaskContext> {
  constructor(private readonly options: ClusterGuildTasksOptions) {}

  run<Input, Output>(
    task: GuildTask<GuildTaskContext, Input, Output>,
    guildId: Snowflake,
    input: Input,
  ): Output | Promise<Output> {
    const { context, leases } = this.options;
    if (leases.fresh(guildId) === null) return this.#request(task, guildId, input);
    const output = task.run(context(), guildId, input);
    if (!(output instanceof Promise)) return output;
    return output.catch((error: unknown) => {
      // Each task has one change, so nothing of it is stored.
      if (isLost(error)) return this.#request(task, guildId, input);
      throw error;
    });
  }

  /** Carries out a task of another node. @throws {StoreError} it may be tried again */
  async carryOut({ guildId, key, text }: GuildRequest): Promise<string> {
    const sent = readJson(text, taskValidator);
    const task = GUILD_TASKS.find(({ name }) => name === sent?.name);
    const input = sent?.input;
    // Another version of the program runs on the other node.
    if (!task?.input.is(input)) throw new StoreError('an unknown task was forwarded', 'NO_REQUESTS');
    try {
      const context = this.options.context();
      // The message of the node that changed it may come later.
      if (task.changedAccount !== undefined) await context.users.refresh(task.changedAccount(input));
      const guildChanges = context.guildChanges.withReceipt({ key, toText: outputText });
      return outputText(await task.run({ ...context, guildChanges }, guildId, input));
    } catch (error) {
      return errorText(error);
    }
  }

  async #request<Input, Output>(
    task: GuildTask<GuildTaskContext, Input, Output>,
    guildId: Snowflake,
    input: Input,
  ): Promise<Output> {
    const { context, keys, requests } = this.options;
    const key = keys.next();
    const text = `${TASK_REQUEST} ${JSON.stringify({ name: task.name, input })}`;
    try {
      const reply = await requests.run({ guildId, key, text }, DEADLINE_MS, {
        failsFast: task.kind !== 'background',
      });
      return readOutput(reply, task.output);
    } catch (error) {
      // The task answers for a guild that does not exist.
      if (error instanceof GuildAbsentError) return task.run(context(), guildId, input);
      throw task.kind === 'read' ? toReadError(error) : error;
    }
  }
}

/** The tasks that nodes carry out for each other. */
const GUILD_TASKS: readonly GuildTask<GuildTaskContext, unknown, unknown>[] = [
  addBotTask,
  changeSubscribersTask,
  configureGuildTask,
  guildForBotsTask,
  ownedGuildTask,
  publishAccountTask,
  removeBotTask,
  userGuildTask,
];
