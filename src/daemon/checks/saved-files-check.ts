import { RememberedConsents } from '../../control/consent/remembered-consents.js';
import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import type { ProblemCode } from '../../control/doctor/problems.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { type HomeFiles, homeFiles } from '../../platform/home.js';
import { toShellCommand } from '../../platform/shell-word.js';
import { OnceGrantsFile } from '../../rpc/once-grants-file.js';
import { readVoiceSettings } from '../../voice/settings-file.js';
import { readAccountFile } from '../accounts/account-file.js';

/** A file of the home that the start reads, and refuses if it is damaged. */
interface SavedFile {
  readonly file: Extract<keyof HomeFiles, 'account' | 'remembered' | 'onceGrants' | 'voiceSettings'>;
  readonly code: ProblemCode;
  /** reads it as the start does */
  readonly read: (path: string) => Promise<unknown>;
}

const SAVED_FILES: readonly SavedFile[] = [
  { file: 'account', code: 'account_damaged', read: readAccountFile },
  { file: 'remembered', code: 'permissions_damaged', read: RememberedConsents.open },
  { file: 'onceGrants', code: 'once_grants_damaged', read: OnceGrantsFile.open },
  { file: 'voiceSettings', code: 'voice_settings_damaged', read: readVoiceSettings },
];

/** Checks the files that the daemon saves beside the store. */
export const savedFilesCheck: Check = {
  name: 'saved files',
  async run({ home }) {
    const files = homeFiles(home);
    const found = await Promise.all(SAVED_FILES.map((saved) => examine(saved, files[saved.file])));
    const problems = found.filter((each) => each !== null);
    return problems.length > 0 ? problems : [ok('they can be read')];
  },
};

async function examine({ code, read }: SavedFile, path: string): Promise<Result | null> {
  try {
    await read(path);
    return null;
  } catch (error) {
    const hint = error instanceof UserError ? error.hint : null;
    return problem(code, messageOf(error), {
      hint: hint ?? 'Restore it from a backup, or move it away.',
      command: toShellCommand('mv', path, `${path}.damaged`),
    });
  }
}
