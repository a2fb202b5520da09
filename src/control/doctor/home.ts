import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { type Check, ok, problem, type Result } from './finding.js';
import { folderUseOf } from './folder-use.js';
import { findHomeProblems } from './home-problems.js';

const GROUP_OR_OTHERS = 0o077;

/** Checks that the home is private and writable. */
export const home: Check = {
  name: 'home',
  async run({ home: folder, platform }) {
    const uid = platform === 'win32' ? null : (process.getuid?.() ?? null);
    const problems = await findHomeProblems(folder, { uid, command: ['doctor'] });
    const isForeign = problems.some(({ code }) => code === 'home_of_another_user');
    if (uid !== null && !isForeign) problems.push(...(await findReadableFiles(folder)));
    if (problems.length > 0) return problems;
    const exists = await lstat(folder).catch(() => null);
    return [ok(exists === null ? `${folder} is created at the first start` : folder)];
  },
};

/** In a private folder nobody else can access the files: their own permissions are a second line of defense. */
async function findReadableFiles(folder: string): Promise<Result[]> {
  const problems: Result[] = [];
  const names = await readdir(folder).catch(() => []);
  if (folderUseOf(folder, names) === 'other') return problems;
  for (const name of names) {
    const path = join(folder, name);
    const file = await lstat(path).catch(() => null);
    if (file === null || file.isSymbolicLink() || (file.mode & GROUP_OR_OTHERS) === 0) continue;
    problems.push(
      problem('file_readable', `the permissions of ${path} include other users of this machine`, {
        hint: 'Make it private.',
        command: toShellCommand('chmod', 'go=', path),
      }),
    );
  }
  return problems;
}
