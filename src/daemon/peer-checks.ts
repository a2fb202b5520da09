import type { Socket } from 'node:net';
import { allowAnyPeer, type PeerCheck } from '../net/peer-check.js';
import { UserPeerCheck } from '../net/user-peer-check.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import type { Logger } from '../platform/log.js';
import { type PeerCredentials, SystemPeerCredentials } from '../platform/processes/peer-credentials.js';
import { readUserNamespace } from '../platform/processes/user-namespace.js';

export interface PeerCheckOptions {
  readonly credentials: PeerCredentials;
  readonly clock: Clock;
  readonly log: Logger;
}

/** This machine has no user of a name in `--allow-users`. */
export class UnknownUserError extends UserError {}

const UNIT_HINT = 'in a systemd unit, set PrivateUsers=no (docs/operating.md, System services)';

/**
 * Creates the check of loopback ports: the daemon's own user, root, and the users in `--allow-users`.
 *
 * @param allowUsers names or uids
 * @throws {UserError} if this machine has no user of that name, or one of these users cannot be told from others
 */
export function checkTcpPeers(options: PeerCheckOptions, allowUsers: readonly string[]): PeerCheck {
  const { credentials } = options;
  if (!credentials.isDistinct(credentials.currentUser)) {
    throw indistinct(
      `the user ${credentials.currentUser}, as whom this process runs,`,
      'Run it as a user that the namespace has',
    );
  }
  const others = resolveUsers(allowUsers, credentials);
  const users = new Set([credentials.currentUser, credentials.superuser, ...others]);
  const lookUp = (socket: Socket) => credentials.findTcpPeer(socket);
  return new UserPeerCheck({ ...options, users, lookUp, isSlow: credentials.isSlow });
}

/**
 * Creates the check of a service that runs alone: without `--allow-users` everybody, because its clients may be on other
 * machines, or connect through a proxy that runs as any user; with it as `checkTcpPeers`.
 *
 * @throws {UserError} as `checkTcpPeers`, and if peers cannot be looked up: nobody could connect
 */
export function checkServicePeers(
  { clock, log }: Pick<PeerCheckOptions, 'clock' | 'log'>,
  allowUsers: readonly string[],
): PeerCheck {
  if (allowUsers.length === 0) return allowAnyPeer;
  const credentials = SystemPeerCredentials.load();
  if (!credentials.canFindTcpPeers()) {
    throw new UserError(
      'allow_users: this process may not look up whose connections it accepts',
      'Give it AF_NETLINK or /proc',
    );
  }
  return checkTcpPeers({ credentials, clock, log }, allowUsers);
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

/**
 * Resolves the users in `--allow-users`.
 *
 * @throws {UserError} if this machine has no user of that name, or connections of several users look like this one's
 */
export function resolveUsers(allowUsers: readonly string[], credentials: PeerCredentials): string[] {
  return allowUsers.map((user) => {
    const resolved = resolveUser(user, credentials);
    if (credentials.isDistinct(resolved)) return resolved;
    throw indistinct(`allow_users: the user ${JSON.stringify(user)}`, UNIT_HINT);
  });
}

/** @param hint what to do in a user namespace that does not have the user */
function indistinct(user: string, hint: string): UserError {
  return readUserNamespace()?.isKnown === false
    ? new UserError(`${user} cannot be told from others without /proc/self/uid_map`, 'Mount /proc')
    : new UserError(`${user} cannot be told from others in this user namespace`, hint);
}

/** A uid, or on Windows a SID, is taken as it is, even if no user has it: container ids have no user. */
function resolveUser(user: string, credentials: PeerCredentials): string {
  if (/^\d{1,10}$/.test(user)) return String(Number(user));
  if (/^S-1(?:-\d+)+$/.test(user)) return user;
  const found = credentials.findUser(user);
  if (found !== null) return found;
  throw new UnknownUserError(
    `allow_users: this machine has no user ${JSON.stringify(user)}`,
    'Name existing users or uids, separated by commas',
  );
}
