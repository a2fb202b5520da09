import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildTask, GuildTasks } from '../core/guild-task.js';
import type { GuildTaskContext } from '../rest/operation-services.js';

/** Runs tasks in this process, which owns all guilds. */
export class LocalGuildTasks implements GuildTasks<GuildTaskContext> {
  /** @param context is called for each task */
  constructor(private readonly context: () => GuildTaskContext) {}

  run<Input, Output>(
    task: GuildTask<GuildTaskContext, Input, Output>,
    guildId: Snowflake,
    input: Input,
  ): Output | Promise<Output> {
    return task.run(this.context(), guildId, input, null);
  }
}
