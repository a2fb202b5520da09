import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf } from '../../platform/errors.js';

/** What makes the rules that are there hold for the devices that are plugged in. */
const COMMANDS = [
  ['control', '--reload'],
  ['trigger', '--action=change', '--subsystem-match=input', '--subsystem-match=hidraw'],
  ['settle'],
];

/** Lets udev read its rules again. @returns why it did not, or null */
export async function reloadUdev(): Promise<string | null> {
  try {
    for (const args of COMMANDS) await promisify(execFile)('udevadm', args);
    return null;
  } catch (error) {
    return messageOf(error).trim();
  }
}
