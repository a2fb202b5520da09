import { isDeepStrictEqual } from 'node:util';
import type { UserVoiceSettings } from '../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { DEFAULT_USER_VOICE_SETTINGS } from './default-settings.js';
import { patchUser, type SavedVoiceSettings, type UserPatch } from './saved-settings.js';
import type { SettingsLock } from './settings-lock.js';
import type { VoiceHolder } from './voice.js';

export interface UserSettingsOptions {
  readonly saved: SavedVoiceSettings;
  readonly lock: SettingsLock;
  /** the settings for a user changed */
  changed(userId: Snowflake): void;
}

/**
 * Volume, pan and mute of each user: the person's own settings under the changes of the application that has the lock
 * (docs/rpc.md, Voice settings).
 */
export class UserSettings {
  constructor(private readonly options: UserSettingsOptions) {}

  /** the settings for a user */
  of(userId: Snowflake): UserVoiceSettings {
    return this.#under(this.options.lock.layer.users.get(userId), userId);
  }

  /** Changes the layer of an application. @throws as `SettingsLock.require` */
  change(holder: VoiceHolder, userId: Snowflake, patch: UserPatch): UserVoiceSettings {
    this.options.lock.changeUser(holder, userId, patch);
    void this.options.saved.save();
    this.options.changed(userId);
    return this.of(userId);
  }

  /**
   * Changes the person's own settings; the same fields of the layer over them are removed.
   *
   * @returns the settings once they are saved @throws {NotSavedError}
   */
  async changeOwn(userId: Snowflake, patch: UserPatch): Promise<UserVoiceSettings> {
    const { lock, saved } = this.options;
    saved.own = { ...saved.own, users: patchUser(saved.own.users, userId, patch) };
    lock.yieldUserTo(userId, patch);
    const saving = saved.save();
    this.options.changed(userId);
    const settings = this.of(userId);
    await saving;
    return settings;
  }

  /**
   * Runs a change of the lock that may put another layer over the person's settings, and reports each user whose
   * settings changed by it.
   *
   * @param change returns whether the effective settings changed
   */
  switchLayer(change: () => boolean): boolean {
    const { lock } = this.options;
    const before = lock.layer.users;
    if (!change()) return false;
    for (const id of new Set([...before.keys(), ...lock.layer.users.keys()])) {
      if (!isDeepStrictEqual(this.#under(before.get(id), id), this.of(id))) this.options.changed(id);
    }
    return true;
  }

  #under(patch: UserPatch | undefined, userId: Snowflake): UserVoiceSettings {
    return { ...DEFAULT_USER_VOICE_SETTINGS, ...this.options.saved.own.users.get(userId), ...patch };
  }
}
