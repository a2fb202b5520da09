import Type from 'typebox';
import { Nullable, SnowflakeSchema, type Validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** How the reply of a request is stored with its change (docs/adr/0077-forwarded-requests.md). */
export interface Receipt {
  readonly key: string;
  toText(reply: unknown): string;
}

/** Who changes something, as `Actor`. */
export const ActorSchema = Type.Object({
  userId: SnowflakeSchema,
  mfaEnabled: Type.Boolean(),
  applicationId: Nullable(SnowflakeSchema),
});

/**
 * Something to do with one guild on the node that owns it, for requests that are not for one guild: those are forwarded as a
 * whole (docs/adr/0079-guilds-of-the-service-have-owners.md).
 */
export interface GuildTask<Context, Input, Output> {
  /** unique, as in requests between nodes */
  readonly name: string;
  readonly input: Validator<Input>;
  readonly output: Validator<Output>;
  /** `read`: nothing is changed; `background`: no client waits for it, so nobody else repeats it */
  readonly kind?: 'read' | 'background';
  /**
   * Also called for a guild that does not exist.
   *
   * @param context of the node that carries it out
   * @param receipt for changes that must not be made twice; null: the task is not repeated
   * @throws {UserError | OAuth2Error} and `StoreError`
   */
  run(context: Context, guildId: Snowflake, input: Input, receipt: Receipt | null): Output | Promise<Output>;
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
