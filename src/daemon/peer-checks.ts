import { allowAnyPeer, type PeerCheck } from '../net/peer-check.js';
import { UserPeerCheck } from '../net/user-peer-check.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import type { Logger } from '../platform/log.js';
import { type PeerCredentials, SystemPeerCredentials } from '../platform/peer-credentials.js';

export interface PeerCheckOptions {
  readonly credentials: PeerCredentials;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Creates the check of loopback ports: the daemon's own user, root, and the users in `--allow-users`.
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
 * Creates the check of a service that runs alone: without `--allow-users` everybody, because its clients may be on other
 * machines, or connect through a proxy that runs as any user; with it as `checkTcpPeers`.
 */
export function checkServicePeers(
  { clock, log }: Pick<PeerCheckOptions, 'clock' | 'log'>,
  allowUsers: readonly string[],
): PeerCheck {
  if (allowUsers.length === 0) return allowAnyPeer;
  return checkTcpPeers({ credentials: SystemPeerCredentials.load(), clock, log }, allowUsers);
}

/**
 * Creates the check of the control socket, a second defense besides its mode of 0600: only the daemon's own user and
 * root, regardless of `--allow-users`. On Windows only the permissions of the named pipe apply.
 */
export function checkUnixPeers(options: PeerCheckOptions): PeerCheck {
  if (process.platform === 'win32') return allowAnyPeer;
  const { credentials } = options;
  const users = new Set([credentials.currentUser, credentials.superuser]);
  return new UserPeerCheck({ ...options, users, lookUp: (socket) => credentials.findUnixPeer(socket) });
}

/** A uid, or on Windows a SID, is taken as it is, even if no user has it: container ids have no user. */
function resolveUser(user: string, credentials: PeerCredentials): string {
  if (/^\d{1,10}$/.test(user)) return String(Number(user));
  if (/^S-1(?:-\d+)+$/.test(user)) return user;
  const found = credentials.findUser(user);
  if (found !== null) return found;
  throw new UserError(
    `allow_users: this machine has no user ${JSON.stringify(user)}`,
    'name existing users or uids, separated by commas',
  );
}
