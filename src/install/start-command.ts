import { LABEL } from './launchd/launchd-manager.js';
import { TASK_NAME } from './windows/task-text.js';

/**
 * The command by which a person starts the service of the daemon, if it is installed as one.
 *
 * @param uid of the person; null on Windows
 * @param hasSystemd whether this machine runs systemd
 * @returns null if it has no service manager that is supported
 */
export function serviceStartCommand(
  platform: NodeJS.Platform,
  uid: number | null,
  hasSystemd: boolean,
): string | null {
  if (platform === 'linux') return hasSystemd ? 'systemctl --user start guildhall' : null;
  if (platform === 'darwin') return `launchctl kickstart gui/${uid}/${LABEL}`;
  if (platform === 'win32') return `schtasks /Run /TN ${TASK_NAME}`;
  return null;
}
