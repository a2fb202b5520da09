import Type, { type Static } from 'typebox';
import type { Unsubscribe } from '../../platform/async/events.js';
import { NotSavedError } from '../../platform/errors.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ActivityRules } from './activities.js';

const DecisionsSchema = Type.Object({
  blocked: Type.Array(SnowflakeSchema),
  allowed: Type.Array(SnowflakeSchema),
});
/** Applications whose activities the person does not show, and those that they show although the service does not know them. */
type Decisions = Static<typeof DecisionsSchema>;

const SettingsSchema = Type.Object({
  version: Type.Literal(1),
  unregistered: Type.Unsafe<UnregisteredChoice>({ enum: Object.values(UNREGISTERED_CHOICES) }),
  /** by the service at which they were made, as `account.json` names it; absent: there are none */
  services: Type.Optional(Type.Record(Type.String(), DecisionsSchema)),
  /** decisions that have no service until a start assigns it; absent: there are none */
  ...Type.Partial(DecisionsSchema).properties,
});
type Settings = Static<typeof SettingsSchema>;

const settingsValidator = validator(SettingsSchema);
const DEFAULTS: Settings = { version: 1, unregistered: UNREGISTERED_CHOICES.ALLOW };
const UNDECIDED: Decisions = { blocked: [], allowed: [] };

/**
 * Which programs the person lets show an activity, in a file. Decisions about applications count for one service, because ids
 * of another mean nothing there.
 */
export class ActivitySettings implements ActivityRules {
  readonly #listeners = new Set<() => void>();

  private constructor(
    private readonly file: PrivateFileWriter,
    private readonly service: string,
    private settings: Settings,
  ) {}

  /**
   * @param service as `account.json` names it
   * @throws {UserError} if the file is damaged: guessing could show what the person has blocked
   */
  static async open(path: string, service: string): Promise<ActivitySettings> {
    const settings = await readActivitySettings(path);
    return new ActivitySettings(await PrivateFileWriter.open(path), service, settings);
  }

  get unregistered(): UnregisteredChoice {
    return this.settings.unregistered;
  }

  get acceptsUnregistered(): boolean {
    return this.unregistered !== UNREGISTERED_CHOICES.OFF;
  }

  /** The applications whose activities the person does not show. */
  get blocked(): readonly Snowflake[] {
    return this.#decisions.blocked;
  }

  isShown(applicationId: Snowflake, isRegistered: boolean): boolean {
    const { allowed, blocked } = this.#decisions;
    if (blocked.includes(applicationId)) return false;
    return (
      isRegistered || this.unregistered === UNREGISTERED_CHOICES.ALLOW || allowed.includes(applicationId)
    );
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
    const { allowed, blocked } = this.#decisions;
    await this.#decide({
      blocked: [...without(blocked, applicationId), applicationId],
      allowed: without(allowed, applicationId),
    });
  }

  /** Shows them again, also of a program that is unknown to the service. @throws {NotSavedError} */
  async unblock(applicationId: Snowflake): Promise<void> {
    const { allowed, blocked } = this.#decisions;
    await this.#decide({
      blocked: without(blocked, applicationId),
      allowed: [...without(allowed, applicationId), applicationId],
    });
  }

  /** @throws {NotSavedError} */
  async chooseUnregistered(unregistered: UnregisteredChoice): Promise<void> {
    await this.#change({ unregistered });
  }

  get #decisions(): Decisions {
    return this.settings.services?.[this.service] ?? UNDECIDED;
  }

  async #decide(decisions: Decisions): Promise<void> {
    await this.#change({ services: { ...this.settings.services, [this.service]: decisions } });
  }

  /** Takes effect at once, whether or not it can be saved. */
  async #change(changes: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...changes };
    for (const listener of this.#listeners) listener();
    try {
      await this.file.write(renderActivitySettings(this.settings));
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

/** The text of the file. */
export function renderActivitySettings(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function without(ids: readonly Snowflake[], id: Snowflake): Snowflake[] {
  return ids.filter((each) => each !== id);
}
