import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf } from '../../platform/errors.js';

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
