import { constants } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, error, ok, type Result, warning } from './finding.js';

const GROUP_OR_OTHERS = 0o077;

/** Checks that the home is private and writable. */
export const home: Check = {
  name: 'home',
  async run({ home: folder, platform }) {
    const found = await lstat(folder).catch(() => null);
    if (found === null) return [ok(`${folder} is created at the first start`)];
    if (!found.isDirectory()) return [error(`${folder} is not a folder`, 'Choose another with --home.')];
    const problems: Result[] = [];
    // On Windows the folder is in the user profile, which only its owner can access.
    if (platform !== 'win32') problems.push(...(await openToOthers(folder, found.mode)));
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) {
      problems.push(error(`${folder} is not writable`, `Make it yours: chown -R "$USER" '${folder}'`));
    }
    return problems.length > 0 ? problems : [ok(folder)];
  },
};

async function openToOthers(folder: string, mode: number): Promise<Result[]> {
  const isOpen = (mode & GROUP_OR_OTHERS) !== 0;
  const problems: Result[] = [];
  if (isOpen) {
    problems.push(error(`${folder} is accessible to other users of this machine`, `chmod 700 '${folder}'`));
  }
  // In a private folder nobody else can access the files: their own permissions are a second line of defense.
  const judge = isOpen ? error : warning;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await lstat(path).catch(() => null);
    if (file === null || file.isSymbolicLink() || (file.mode & GROUP_OR_OTHERS) === 0) continue;
    problems.push(
      judge(`the permissions of ${path} include other users of this machine`, `chmod go= '${path}'`),
    );
  }
  return problems;
}
