import { readRemembered } from '../control/consent/remembered-consents.js';
import type { ProblemCode } from '../control/doctor/problems.js';
import type { HomeFiles } from '../platform/home.js';
import { readActivitySettings } from '../rpc/activities/activity-settings.js';
import { readOnceGrants } from '../rpc/consent/once-grants-file.js';
import { readVoiceSettings } from '../voice/settings-file.js';
import { readAccountFile } from './accounts/account-file.js';

/** A file of the home that the start reads, and refuses if it is damaged. */
export interface SavedFile {
  readonly file: Extract<
    keyof HomeFiles,
    'account' | 'remembered' | 'onceGrants' | 'activitySettings' | 'voiceSettings'
  >;
  /** what is wrong if it is damaged */
  readonly code: ProblemCode;
  /** Reads it as the start does; a missing one is not damaged. @throws {UserError} if it is damaged */
  readonly read: (path: string) => Promise<unknown>;
}

/** What the daemon saves besides the store. */
export const SAVED_FILES: readonly SavedFile[] = [
  { file: 'account', code: 'account_damaged', read: readAccountFile },
  { file: 'remembered', code: 'permissions_damaged', read: readRemembered },
  { file: 'onceGrants', code: 'once_grants_damaged', read: readOnceGrants },
  { file: 'activitySettings', code: 'activity_settings_damaged', read: readActivitySettings },
  { file: 'voiceSettings', code: 'voice_settings_damaged', read: readVoiceSettings },
];
