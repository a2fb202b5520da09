import { readFileIfExists } from '../files/text-file.js';

/**
 * The name of a user of this machine as `sudo -u` takes it.
 *
 * @returns `#` and the uid if /etc/passwd does not have the user, e.g. one of a directory service
 */
export async function findUserName(uid: number): Promise<string> {
  const lines = ((await readFileIfExists('/etc/passwd').catch(() => null)) ?? '').split('\n');
  const fields = lines.map((line) => line.split(':')).find(([, , id]) => id === String(uid));
  return fields?.[0] || `#${uid}`;
}
