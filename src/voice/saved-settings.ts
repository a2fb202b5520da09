import type { UserVoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { omitFields } from '../protocol/rpc/voice-settings-patch.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { OwnKeys } from './voice-keys.js';

/** Voice settings that survive restarts. */
export interface SavedVoiceSettings {
  /** the person's own changes of the defaults */
  own: SettingsLayer;
  /** the person's own shortcuts */
  keys: OwnKeys;
  /** the changes of applications, by `layerKey`, the most recently changed last */
  readonly layers: Map<string, SettingsLayer>;
  /**
   * Must be called after a change of any of them. It may be called without waiting: then a failure is only logged.
   *
   * @returns when the change is saved @throws {NotSavedError}
   */
  save(): Promise<void>;
}

/** Changes to voice settings: only the fields that were passed. */
export interface SettingsLayer {
  readonly settings: VoiceSettingsPatch;
  readonly users: UserLayer;
}

export const NO_SETTINGS: SettingsLayer = { settings: {}, users: new Map() };

/** The number of users in a layer of settings; the least recently changed are dropped. */
export const MAX_USERS = 1000;

/** Changes of the settings for users, the most recently changed user last. */
export type UserLayer = ReadonlyMap<Snowflake, UserPatch>;

/** The fields of the settings for one user that were changed. */
export type UserPatch = Partial<UserVoiceSettings>;

/** Adds a patch to the settings for one user. */
export function patchUser(users: UserLayer, userId: Snowflake, patch: UserPatch): UserLayer {
  const changed = new Map(users);
  changed.delete(userId);
  changed.set(userId, { ...users.get(userId), ...patch });
  const [oldest] = changed.keys();
  if (changed.size > MAX_USERS && oldest !== undefined) changed.delete(oldest);
  return changed;
}

/** Removes the fields of a patch from the settings for one user. */
export function omitFromUser(users: UserLayer, userId: Snowflake, patch: UserPatch): UserLayer {
  const settings = users.get(userId);
  return settings === undefined ? users : new Map(users).set(userId, omitFields(settings, patch));
}
