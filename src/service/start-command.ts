import { LABEL } from './launchd/launchd-manager.js';
import { TASK_NAME } from './windows/task-text.js';

/**
 * The command by which a person starts the service of the daemon, if it is installed as one.
 *
 * @param uid of the person; null on Windows
 * @returns null if no service manager of the system is supported
 */
export function serviceStartCommand(platform: NodeJS.Platform, uid: number | null): string | null {
  if (platform === 'linux') return 'systemctl --user start guildhall';
  if (platform === 'darwin') return `launchctl kickstart gui/${uid}/${LABEL}`;
  if (platform === 'win32') return `schtasks /Run /TN ${TASK_NAME}`;
  return null;
}
