import Type from 'typebox';
import { Nullable, SnowflakeSchema, type Validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** Who changes something, as `Actor`. */
export const ActorSchema = Type.Object({
  userId: SnowflakeSchema,
  mfaEnabled: Type.Boolean(),
  applicationId: Nullable(SnowflakeSchema),
});

/**
 * Something to do with one guild on the node that owns it, for requests that are not for one guild: those are forwarded as a
 * whole (docs/adr/0047-guilds-of-the-service-have-owners.md).
 */
export interface GuildTask<Context, Input, Output> {
  /** unique, as in requests between nodes */
  readonly name: string;
  readonly input: Validator<Input>;
  readonly output: Validator<Output>;
  /** `read`: nothing is changed; `background`: no client waits for it, so nobody else repeats it */
  readonly kind?: 'read' | 'background';
  /** The user whose account was changed by the node that asks for the task; absent: none was. */
  changedAccount?(input: Input): Snowflake;
  /**
   * Also called for a guild that does not exist.
   *
   * @param context of the node that carries it out
   * @throws {UserError | OAuth2Error} and `StoreError`
   */
  run(context: Context, guildId: Snowflake, input: Input): Output | Promise<Output>;
}

/** Runs tasks on the nodes that own their guilds. */
export interface GuildTasks<Context> {
  /** Without a promise if nothing has to be waited for. @throws what the task throws; {StoreError} */
  run<Input, Output>(
    task: GuildTask<Context, Input, Output>,
    guildId: Snowflake,
    input: Input,
  ): Output | Promise<Output>;
}
