import type { VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { mergePatches, withoutFields } from '../protocol/rpc/voice-settings-patch.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { VoiceAccessEndedError, VoiceLockedError } from './errors.js';
import {
  NO_SETTINGS,
  omitFromUser,
  patchUser,
  type SettingsLayer,
  type UserPatch,
} from './saved-settings.js';
import type { VoiceHolder } from './voice.js';

interface Holder {
  readonly key: string;
  readonly application: VoiceHolder['application'];
}

/**
 * Who may change voice settings: one application at a time, acting for one person (docs/rpc.md, Voice settings). Its
 * changes are a layer over the person's own settings that applies while it has the lock. Otherwise the layer is only
 * saved: it applies again when the application connects while nobody has the lock, and its next change replaces it.
 */
export class SettingsLock {
  readonly #connections = new Map<string, Map<string, VoiceHolder>>();
  #holder: Holder | null = null;
  /** the connection that chose the shortcut of the layer, or restored it */
  #keysFrom: VoiceHolder | null = null;

  /** @param layers the layers of applications, by `layerKey`, including those of earlier runs */
  constructor(private readonly layers: Map<string, SettingsLayer>) {}

  /** the layer over the person's own settings */
  get layer(): SettingsLayer {
    return (this.#holder && this.layers.get(this.#holder.key)) ?? NO_SETTINGS;
  }

  /** the application that has the lock; null if none has */
  get holder(): VoiceHolder['application'] | null {
    return this.#holder?.application ?? null;
  }

  /** The connection that chose the shortcut of the layer, or restored it, also after it left; null: the layer has none. */
  get keysFrom(): VoiceHolder | null {
    return this.layer.settings.mode?.shortcut === undefined ? null : this.#keysFrom;
  }

  /** A connection may change settings from now on. @returns whether the effective settings or keys changed */
  enter(holder: VoiceHolder): boolean {
    const key = keyOf(holder);
    const connections = this.#connections.get(key);
    if (connections !== undefined) {
      const wereAllowed = this.keysFrom?.mayNameKeys();
      connections.set(holder.id, holder);
      return this.keysFrom?.mayNameKeys() !== wereAllowed;
    }
    this.#connections.set(key, new Map([[holder.id, holder]]));
    if (this.#holder !== null || !this.layers.has(key)) return false;
    this.#holder = { key, application: holder.application };
    this.#keysFrom = holder;
    return true;
  }

  /** A connection may no longer change settings. @returns whether the effective settings or keys changed */
  leave(holder: VoiceHolder): boolean {
    const key = keyOf(holder);
    const connections = this.#connections.get(key);
    const wereAllowed = this.keysFrom?.mayNameKeys();
    if (!connections?.delete(holder.id)) return false;
    if (this.#keysFrom?.id === holder.id) this.#keysFrom = this.#afterwards(holder);
    if (connections.size > 0) return this.keysFrom?.mayNameKeys() !== wereAllowed;
    this.#connections.delete(key);
    if (this.#holder?.key !== key) return false;
    this.#holder = null;
    return true;
  }

  /**
   * @throws {VoiceLockedError} if another application has the lock
   * @throws {VoiceAccessEndedError} if the connection may no longer change settings: nobody would unlock them
   */
  require(holder: VoiceHolder): void {
    const key = keyOf(holder);
    if (this.#holder !== null && this.#holder.key !== key)
      throw new VoiceLockedError(this.#holder.application.name);
    if (!this.#connections.get(key)?.has(holder.id)) throw new VoiceAccessEndedError();
  }

  /** Locks the settings for the application and adds a patch to its layer. @throws as `require` */
  change(holder: VoiceHolder, patch: VoiceSettingsPatch): void {
    const layer = this.#take(holder);
    this.#put(holder, { ...layer, settings: mergePatches(layer.settings, patch) });
    if (patch.mode?.shortcut !== undefined) this.#keysFrom = holder;
  }

  /** The same for the settings of one user. @throws as `require` */
  changeUser(holder: VoiceHolder, userId: Snowflake, patch: UserPatch): void {
    const layer = this.#take(holder);
    this.#put(holder, { ...layer, users: patchUser(layer.users, userId, patch) });
  }

  /** Removes fields from the effective layer, because the person set them. */
  yieldTo(patch: VoiceSettingsPatch): void {
    this.#replaceEffective(({ settings, users }) => ({ settings: withoutFields(settings, patch), users }));
  }

  /** The same for the settings of one user. */
  yieldUserTo(userId: Snowflake, patch: UserPatch): void {
    this.#replaceEffective(({ settings, users }) => ({
      settings,
      users: omitFromUser(users, userId, patch),
    }));
  }

  /** Discards an application's layer for a person. @returns whether the effective settings changed */
  forget(applicationId: Snowflake, userId: Snowflake): boolean {
    const key = layerKey(applicationId, userId);
    return this.layers.delete(key) && this.#holder?.key === key;
  }

  /**
   * A connection that left. If it might name keys, its choice is good as long as another one of the application may; what the
   * person did not allow it, no other makes good.
   */
  #afterwards(holder: VoiceHolder): VoiceHolder {
    const key = keyOf(holder);
    const wasAllowed = holder.mayNameKeys();
    const others = () => [...(this.#connections.get(key)?.values() ?? [])];
    return { ...holder, mayNameKeys: () => wasAllowed && others().some(({ mayNameKeys }) => mayNameKeys()) };
  }

  #replaceEffective(change: (layer: SettingsLayer) => SettingsLayer): void {
    const layer = this.#holder && this.layers.get(this.#holder.key);
    if (this.#holder !== null && layer) this.layers.set(this.#holder.key, change(layer));
  }

  #put(holder: VoiceHolder, layer: SettingsLayer): void {
    const key = keyOf(holder);
    // The most recently changed layer is last.
    this.layers.delete(key);
    this.layers.set(key, layer);
  }

  /** The application's layer for changes: an empty one if it does not apply now. */
  #take(holder: VoiceHolder): SettingsLayer {
    this.require(holder);
    const { layer } = this;
    this.#holder = { key: keyOf(holder), application: holder.application };
    return layer;
  }
}

/** The key under which the layer of an application for a person is saved. */
export function layerKey(applicationId: Snowflake, userId: Snowflake): string {
  return `${applicationId} ${userId}`;
}

function keyOf({ application, userId }: VoiceHolder): string {
  return layerKey(application.id, userId);
}
