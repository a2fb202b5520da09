import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, UserError } from '../../platform/errors.js';
import { createFolder } from '../../platform/files/create-folder.js';
import { readFileIfExists, replaceFile } from '../../platform/files/text-file.js';

/** The path of the rule. Its number is lower than that of systemd's rule for the tag. */
export const RULE_PATH = '/etc/udev/rules.d/70-guildhall.rules';

/** The first line of our file. */
const MARK = '# Made by guildhall doctor --fix; guildhall doctor --unfix removes it.';

/**
 * Gives the user at the seat (its active session) access to input and HID devices, through access control lists of
 * systemd-logind.
 */
export const RULE_TEXT = `${MARK}
# All programs of the user at this seat can then read what is typed and clicked in any window.
SUBSYSTEM=="input", KERNEL=="event*", TAG+="uaccess"
SUBSYSTEM=="hidraw", KERNEL=="hidraw*", TAG+="uaccess"
`;

const MODE = 0o644;

/**
 * Installs the rule atomically.
 *
 * @param root the root of the file system, `/`
 * @returns whether it was not installed before
 * @throws {UserError} if the file exists and is not ours
 */
export async function installRule(root: string): Promise<boolean> {
  const path = join(root, RULE_PATH);
  if ((await readOwn(path)) === RULE_TEXT) return false;
  await createFolder(dirname(path));
  // The temporary name is ignored by udev.
  await replaceFile(path, RULE_TEXT, MODE);
  return true;
}

/**
 * Removes the rule.
 *
 * @returns whether it was installed
 * @throws {UserError} if the file exists and is not ours
 */
export async function removeRule(root: string): Promise<boolean> {
  const path = join(root, RULE_PATH);
  if ((await readOwn(path)) === null) return false;
  await rm(path);
  return true;
}

/** The content of our file, possibly of an older version; null if there is none. */
async function readOwn(path: string): Promise<string | null> {
  const text = await readFileIfExists(path);
  if (text === null || text.startsWith(`${MARK}\n`)) return text;
  throw new UserError(`${path} is not Guildhall's`, 'Check what it does, and move it away.');
}

/** Commands that apply the current rules to plugged-in devices. */
const COMMANDS = [
  ['control', '--reload'],
  ['trigger', '--action=change', '--subsystem-match=input', '--subsystem-match=hidraw'],
  ['settle'],
];

/** Makes udev reload its rules. @returns why it failed, or null */
export async function reloadUdev(): Promise<string | null> {
  try {
    for (const args of COMMANDS) await promisify(execFile)('udevadm', args);
    return null;
  } catch (error) {
    return messageOf(error).trim();
  }
}
