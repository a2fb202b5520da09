import type { UserVoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { VoiceLockedError } from './errors.js';
import { mergePatches } from './merge-settings.js';
import type { VoiceHolder } from './voice.js';

/** What one application made of the person's settings. */
export interface SettingsLayer {
  readonly settings: VoiceSettingsPatch;
  readonly users: ReadonlyMap<Snowflake, Partial<UserVoiceSettings>>;
}

const NOTHING: SettingsLayer = { settings: {}, users: new Map() };

/**
 * Who may change voice settings: one application at a time (interface.md, States and Limits). What an application
 * changes lies as a layer over the person's own settings, and goes with it: when it disconnects they are what they
 * were before, when it comes back its layer is put on again.
 */
export class SettingsLock {
  readonly #connections = new Map<Snowflake, Set<string>>();
  readonly #layers = new Map<Snowflake, SettingsLayer>();
  #holder: VoiceHolder['application'] | null = null;

  /** what lies over the person's own settings now */
  get layer(): SettingsLayer {
    return (this.#holder && this.#layers.get(this.#holder.id)) ?? NOTHING;
  }

  /** A connection of an application. @returns whether other settings hold from now on */
  enter({ application, id }: VoiceHolder): boolean {
    const connections = this.#connections.get(application.id) ?? new Set();
    this.#connections.set(application.id, connections.add(id));
    if (this.#holder !== null || !this.#layers.has(application.id)) return false;
    this.#holder = application;
    return true;
  }

  /** The end of a connection. @returns whether other settings hold from now on */
  leave({ application, id }: VoiceHolder): boolean {
    const connections = this.#connections.get(application.id);
    if (!connections?.delete(id) || connections.size > 0) return false;
    this.#connections.delete(application.id);
    if (this.#holder?.id !== application.id) return false;
    this.#holder = null;
    return true;
  }

  /** @throws {VoiceLockedError} while another application holds the settings */
  require({ application }: VoiceHolder): void {
    if (this.#holder !== null && this.#holder.id !== application.id) {
      throw new VoiceLockedError(this.#holder.name);
    }
  }

  /** Locks the settings to the application and lays the patch over them. @throws {VoiceLockedError} */
  change(holder: VoiceHolder, patch: VoiceSettingsPatch): void {
    const layer = this.#take(holder);
    this.#layers.set(holder.application.id, { ...layer, settings: mergePatches(layer.settings, patch) });
  }

  /** The same for how one user is heard. @throws {VoiceLockedError} */
  changeUser(holder: VoiceHolder, userId: Snowflake, patch: Partial<UserVoiceSettings>): void {
    const layer = this.#take(holder);
    const users = new Map(layer.users).set(userId, { ...layer.users.get(userId), ...patch });
    this.#layers.set(holder.application.id, { ...layer, users });
  }

  #take(holder: VoiceHolder): SettingsLayer {
    this.require(holder);
    // A connection that has ended meanwhile must not lock settings that nobody would unlock.
    if (this.#connections.get(holder.application.id)?.has(holder.id)) this.#holder = holder.application;
    return this.#layers.get(holder.application.id) ?? NOTHING;
  }
}
