import Type, { type Static } from 'typebox';
import type { Unsubscribe } from '../../platform/async/events.js';
import { NotSavedError } from '../../platform/errors.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ActivityRules } from './activities.js';

const SettingsSchema = Type.Object({
  version: Type.Literal(1),
  unregistered: Type.Unsafe<UnregisteredChoice>({ enum: Object.values(UNREGISTERED_CHOICES) }),
  blocked: Type.Array(SnowflakeSchema),
  allowed: Type.Array(SnowflakeSchema),
});
type Settings = Static<typeof SettingsSchema>;

const settingsValidator = validator(SettingsSchema);
const DEFAULTS: Settings = {
  version: 1,
  unregistered: UNREGISTERED_CHOICES.ALLOW,
  blocked: [],
  allowed: [],
};

/** Which programs the person lets show an activity, in a file. */
export class ActivitySettings implements ActivityRules {
  readonly #listeners = new Set<() => void>();

  private constructor(
    private readonly file: PrivateFileWriter,
    private settings: Settings,
  ) {}

  /** @throws {UserError} if the file is damaged: guessing could show what the person has blocked */
  static async open(path: string): Promise<ActivitySettings> {
    const settings = await readActivitySettings(path);
    return new ActivitySettings(await PrivateFileWriter.open(path), settings);
  }

  get unregistered(): UnregisteredChoice {
    return this.settings.unregistered;
  }

  get acceptsUnregistered(): boolean {
    return this.unregistered !== UNREGISTERED_CHOICES.OFF;
  }

  /** The applications whose activities the person does not show. */
  get blocked(): readonly Snowflake[] {
    return this.settings.blocked;
  }

  isShown(applicationId: Snowflake, isRegistered: boolean): boolean {
    const { allowed, blocked, unregistered } = this.settings;
    if (blocked.includes(applicationId)) return false;
    return isRegistered || unregistered === UNREGISTERED_CHOICES.ALLOW || allowed.includes(applicationId);
  }

  isUndecided(applicationId: Snowflake, isRegistered: boolean): boolean {
    return !this.isShown(applicationId, isRegistered) && !this.blocked.includes(applicationId);
  }

  onChange(listener: () => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hides the activities of an application. @throws {NotSavedError} */
  async block(applicationId: Snowflake): Promise<void> {
    const { allowed, blocked } = this.settings;
    await this.#change({
      blocked: [...without(blocked, applicationId), applicationId],
      allowed: without(allowed, applicationId),
    });
  }

  /** Shows them again, also of a program that is unknown to the service. @throws {NotSavedError} */
  async unblock(applicationId: Snowflake): Promise<void> {
    const { allowed, blocked } = this.settings;
    await this.#change({
      blocked: without(blocked, applicationId),
      allowed: [...without(allowed, applicationId), applicationId],
    });
  }

  /** @throws {NotSavedError} */
  async chooseUnregistered(unregistered: UnregisteredChoice): Promise<void> {
    await this.#change({ unregistered });
  }

  /** Takes effect at once, whether or not it can be saved. */
  async #change(changes: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...changes };
    for (const listener of this.#listeners) listener();
    try {
      await this.file.write(`${JSON.stringify(this.settings, null, 2)}\n`);
    } catch (error) {
      throw new NotSavedError('it is in effect until Guildhall ends', error);
    }
  }
}

/** Reads the file; without one everything is shown. @throws {UserError} if it is damaged */
export async function readActivitySettings(path: string): Promise<Settings> {
  const hint = 'Move it away: every program will show its activity again.';
  return (await readSavedFile(path, settingsValidator, hint)) ?? DEFAULTS;
}

function without(ids: readonly Snowflake[], id: Snowflake): Snowflake[] {
  return ids.filter((each) => each !== id);
}
