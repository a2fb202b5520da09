import { constants } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, error, ok, type Result, warning } from './finding.js';

const GROUP_OR_OTHERS = 0o077;

/** Whether the home is this person's alone, and can be written to. */
export const home: Check = {
  name: 'home',
  async run({ home: folder, platform }) {
    const found = await lstat(folder).catch(() => null);
    if (found === null) return [ok(`${folder} is made at the first start`)];
    if (!found.isDirectory()) return [error(`${folder} is not a folder`, 'Choose another with --home.')];
    const problems: Result[] = [];
    // Windows keeps who may read what elsewhere: a profile folder is its owner's from the start.
    if (platform !== 'win32') problems.push(...(await openToOthers(folder, found.mode)));
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) {
      problems.push(error(`${folder} cannot be written to`, `Make it yours: chown -R "$USER" '${folder}'`));
    }
    return problems.length > 0 ? problems : [ok(folder)];
  },
};

async function openToOthers(folder: string, mode: number): Promise<Result[]> {
  const isOpen = (mode & GROUP_OR_OTHERS) !== 0;
  const problems: Result[] = [];
  if (isOpen) {
    problems.push(error(`other users of this machine can look into ${folder}`, `chmod 700 '${folder}'`));
  }
  // In a folder that is closed nobody gets at its files: what they allow by themselves is a second lock.
  const judge = isOpen ? error : warning;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await lstat(path).catch(() => null);
    if (file === null || file.isSymbolicLink() || (file.mode & GROUP_OR_OTHERS) === 0) continue;
    problems.push(judge(`${path} would let other users of this machine in`, `chmod go= '${path}'`));
  }
  return problems;
}
