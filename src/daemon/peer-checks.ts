import { allowAnyPeer, type PeerCheck } from '../net/peer-check.js';
import { UserPeerCheck } from '../net/user-peer-check.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import type { Logger } from '../platform/log.js';
import type { PeerCredentials } from '../platform/peer-credentials.js';

export interface PeerCheckOptions {
  readonly credentials: PeerCredentials;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The check of loopback ports: the daemon's own user, root, and those that `--allow-users` names.
 *
 * @param allowUsers names or uids
 * @throws {UserError} if this machine has no user of that name
 */
export function checkTcpPeers(options: PeerCheckOptions, allowUsers: readonly string[]): PeerCheck {
  const { credentials } = options;
  const others = allowUsers.map((user) => resolveUser(user, credentials));
  const users = new Set([credentials.currentUser, credentials.superuser, ...others]);
  return new UserPeerCheck({ ...options, users, lookUp: (socket) => credentials.findTcpPeer(socket) });
}

/**
 * The check of the control socket, a second line behind its mode of 0600: the daemon's own user and root, nobody else
 * whatever `--allow-users` says. On Windows the named pipe's own permissions are all there is.
 */
export function checkUnixPeers(options: PeerCheckOptions): PeerCheck {
  if (process.platform === 'win32') return allowAnyPeer;
  const { credentials } = options;
  const users = new Set([credentials.currentUser, credentials.superuser]);
  return new UserPeerCheck({ ...options, users, lookUp: (socket) => credentials.findUnixPeer(socket) });
}

/** A uid, or on Windows a SID, stands for itself, also if no user has it now: ids of a container do not. */
function resolveUser(user: string, credentials: PeerCredentials): string {
  if (/^\d{1,10}$/.test(user)) return String(Number(user));
  if (/^S-1(?:-\d+)+$/.test(user)) return user;
  const found = credentials.findUser(user);
  if (found !== null) return found;
  throw new UserError(
    `allow_users: this machine has no user ${JSON.stringify(user)}`,
    'name existing users or uids, with commas between them',
  );
}
