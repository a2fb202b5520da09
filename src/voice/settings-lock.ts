import type { UserVoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { mergePatches, withoutFields } from '../protocol/rpc/voice-settings-patch.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { VoiceAccessEndedError, VoiceLockedError } from './errors.js';
import { NO_SETTINGS, type SettingsLayer } from './settings-layer.js';
import type { VoiceHolder } from './voice.js';

interface Holder {
  readonly key: string;
  readonly name: string;
}

/**
 * Who may change voice settings: one application at a time, acting for one person (docs/rpc.md, Voice settings). What it
 * changes is a layer over the person's own settings, in force while it has the lock. Without the lock the layer is only
 * saved: it comes back when the application connects again and nobody has the lock, and its next change replaces it.
 */
export class SettingsLock {
  readonly #connections = new Map<string, Set<string>>();
  #holder: Holder | null = null;

  /** @param layers the layers of applications, by `layerKey`, including those of earlier runs */
  constructor(private readonly layers: Map<string, SettingsLayer>) {}

  /** what is over the person's own settings now */
  get layer(): SettingsLayer {
    return (this.#holder && this.layers.get(this.#holder.key)) ?? NO_SETTINGS;
  }

  /** A connection may change settings from now on. @returns whether other settings are in force */
  enter(holder: VoiceHolder): boolean {
    const key = keyOf(holder);
    const connections = this.#connections.get(key);
    if (connections !== undefined) {
      connections.add(holder.id);
      return false;
    }
    this.#connections.set(key, new Set([holder.id]));
    if (this.#holder !== null || !this.layers.has(key)) return false;
    this.#holder = { key, name: holder.application.name };
    return true;
  }

  /** A connection may not change settings any more. @returns whether other settings are in force */
  leave(holder: VoiceHolder): boolean {
    const key = keyOf(holder);
    const connections = this.#connections.get(key);
    if (!connections?.delete(holder.id) || connections.size > 0) return false;
    this.#connections.delete(key);
    if (this.#holder?.key !== key) return false;
    this.#holder = null;
    return true;
  }

  /**
   * @throws {VoiceLockedError} while another application has the lock
   * @throws {VoiceAccessEndedError} if the connection may not change settings any more: nobody would unlock them
   */
  require(holder: VoiceHolder): void {
    const key = keyOf(holder);
    if (this.#holder !== null && this.#holder.key !== key) throw new VoiceLockedError(this.#holder.name);
    if (!this.#connections.get(key)?.has(holder.id)) throw new VoiceAccessEndedError();
  }

  /** Locks the settings to the application and puts the patch over them. @throws as `require` */
  change(holder: VoiceHolder, patch: VoiceSettingsPatch): void {
    const layer = this.#take(holder);
    this.#put(holder, { ...layer, settings: mergePatches(layer.settings, patch) });
  }

  /** The same for how one user is heard. @throws as `require` */
  changeUser(holder: VoiceHolder, userId: Snowflake, patch: Partial<UserVoiceSettings>): void {
    const layer = this.#take(holder);
    const users = new Map(layer.users).set(userId, { ...layer.users.get(userId), ...patch });
    this.#put(holder, { ...layer, users });
  }

  /** The person decides over these fields themselves: the layer that is in force loses them. */
  yieldTo(patch: VoiceSettingsPatch): void {
    const layer = this.#holder && this.layers.get(this.#holder.key);
    if (this.#holder === null || !layer) return;
    this.layers.set(this.#holder.key, { ...layer, settings: withoutFields(layer.settings, patch) });
  }

  /** Discards what an application changed for a person. @returns whether other settings are in force */
  forget(applicationId: Snowflake, userId: Snowflake): boolean {
    const key = layerKey(applicationId, userId);
    return this.layers.delete(key) && this.#holder?.key === key;
  }

  #put(holder: VoiceHolder, layer: SettingsLayer): void {
    const key = keyOf(holder);
    // The one that changed last is the last.
    this.layers.delete(key);
    this.layers.set(key, layer);
  }

  /** The application's layer to change: an empty one if it is not in force. */
  #take(holder: VoiceHolder): SettingsLayer {
    this.require(holder);
    const { layer } = this;
    this.#holder = { key: keyOf(holder), name: holder.application.name };
    return layer;
  }
}

/** What the layer of an application for a person is saved under. */
export function layerKey(applicationId: Snowflake, userId: Snowflake): string {
  return `${applicationId} ${userId}`;
}

function keyOf({ application, userId }: VoiceHolder): string {
  return layerKey(application.id, userId);
}
