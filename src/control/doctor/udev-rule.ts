import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { readFileIfExists, replaceFile } from '../../platform/text-file.js';

/** Where the rule lies. Its number is below that of systemd's rule which acts on the tag. */
export const RULE_PATH = '/etc/udev/rules.d/70-guildhall.rules';

/** What the first line of a file of ours is. */
const MARK = '# Made by guildhall doctor --fix; guildhall doctor --unfix removes it.';

/**
 * Gives input and HID devices to whoever sits at the machine (the active session of its seat), by
 * access lists that systemd-logind keeps.
 */
export const RULE_TEXT = `${MARK}
# Every program of whoever sits at this machine may then read what is typed and clicked, in whatever window.
SUBSYSTEM=="input", KERNEL=="event*", TAG+="uaccess"
SUBSYSTEM=="hidraw", KERNEL=="hidraw*", TAG+="uaccess"
`;

const MODE = 0o644;

/**
 * Installs the rule. After a crash it is there or not, never half of it.
 *
 * @param root the folder that the system's files lie in, `/`
 * @returns whether it was not there before
 * @throws {UserError} if there is a file of that name that is somebody else's
 */
export async function installRule(root: string): Promise<boolean> {
  const path = join(root, RULE_PATH);
  if ((await readOwn(path)) === RULE_TEXT) return false;
  await mkdir(dirname(path), { recursive: true });
  // Until it is whole it has a name that udev does not read.
  await replaceFile(path, RULE_TEXT, MODE);
  return true;
}

/**
 * Removes the rule.
 *
 * @returns whether it was there
 * @throws {UserError} if there is a file of that name that is somebody else's
 */
export async function removeRule(root: string): Promise<boolean> {
  const path = join(root, RULE_PATH);
  if ((await readOwn(path)) === null) return false;
  await rm(path);
  return true;
}

/** A file of ours, also of an older version, or null if there is none. */
async function readOwn(path: string): Promise<string | null> {
  const text = await readFileIfExists(path);
  if (text === null || text.startsWith(`${MARK}\n`)) return text;
  throw new UserError(`${path} is not Guildhall's`, 'Look at what it does, and move it away.');
}
