import type { UserVoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** Changes to voice settings: only the fields that were passed. */
export interface SettingsLayer {
  readonly settings: VoiceSettingsPatch;
  readonly users: ReadonlyMap<Snowflake, Partial<UserVoiceSettings>>;
}

export const NO_SETTINGS: SettingsLayer = { settings: {}, users: new Map() };
