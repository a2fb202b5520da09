import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { homeFiles } from '../../platform/home.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { SAVED_FILES, type SavedFile } from '../saved-files.js';

/** Checks the files that the daemon saves besides the store. */
export const savedFilesCheck: Check = {
  name: 'saved files',
  readsHome: true,
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
