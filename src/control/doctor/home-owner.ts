import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { ownIdentity } from '../../platform/files/changeable-folder.js';
import { isMissingFile } from '../../platform/files/text-file.js';
import { findUntrustedPart, isPlacedByRoot, type OwnedPart } from '../../platform/files/untrusted-part.js';
import { findForeignOwner } from '../../platform/files/windows-access.js';
import { homeFiles } from '../../platform/home.js';
import { findUserName } from '../../platform/processes/user-name.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { problem, type Result, toUserError } from './finding.js';

const ROOT = 0;

/** Who wants to use a home. */
export interface HomeUser {
  /** null on Windows, where the home is in the user profile */
  readonly uid: number | null;
  /** the words of the command after `guildhall`, for a hint to run it as somebody else */
  readonly command: readonly string[];
}

/**
 * Whether a home belongs to somebody else. Root could use it, but would leave files that its owner cannot open, so root
 * is refused like others. So is everybody where a folder or link that leads to the home belongs to somebody else, who could
 * replace the home at any moment (docs/adr/0042-root-is-refused-in-homes-of-others.md).
 */
export async function findOwnerProblem(home: string, user: HomeUser): Promise<Result | null> {
  if (user.uid === null) return ofForeignSid(home);
  const owner = await findOwner(home);
  if (owner !== null && owner !== user.uid) return ofAnotherUser(home, owner, user);
  const outsider = ownIdentity()?.outsider ?? ROOT;
  const part = await findUntrustedPart(home, new Set([ROOT, user.uid, outsider]));
  return part === null ? null : reachedThroughAnotherUser(home, part, user);
}

/** On Windows administrators and the system may own it, as they own what they create. */
function ofForeignSid(home: string): Result | null {
  const owner = findForeignOwner(home);
  if (owner === null) return null;
  return problem('home_of_another_user', `the home ${home} belongs to ${owner}`, {
    hint: 'Choose a home of your own with --home.',
  });
}

/**
 * Refuses a home that somebody else could have put there: a command would believe what its files say, and send secrets to
 * its daemon. Root may use the homes of services that only root can have made. A home may be replaced after this, so the
 * caller compares the user of the connected daemon with those who may serve it.
 *
 * @returns the uids that the daemon of the home may have, also if there is no home yet; null on Windows
 * @throws {UserError}
 * @throws {NodeJS.ErrnoException} if a part of the path cannot be looked up
 */
export async function requireTrustedHome(
  home: string,
  command: readonly string[],
): Promise<ReadonlySet<number> | null> {
  const uid = process.getuid?.() ?? null;
  if (uid === null) {
    const foreign = ofForeignSid(home);
    if (foreign !== null) throw toUserError(foreign);
    return null;
  }
  if (uid === ROOT && (await isPlacedByRoot(home))) return new Set([ROOT, (await findOwner(home)) ?? ROOT]);
  const found = await findOwnerProblem(home, { uid, command });
  if (found !== null) throw toUserError(found);
  return new Set([ROOT, uid]);
}

/**
 * Whether a command may believe what the files of a home say. A home that cannot be looked up has none that it could read.
 *
 * @returns false for the homes that `requireTrustedHome` refuses
 */
export async function isTrustedHome(home: string): Promise<boolean> {
  try {
    await requireTrustedHome(home, []);
    return true;
  } catch (error) {
    return !(error instanceof UserError);
  }
}

/** The uid of the owner of a file or folder; null if there is none. */
async function findOwner(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

async function ofAnotherUser(home: string, owner: number, user: HomeUser): Promise<Result> {
  const use = await findFolderUse(home);
  if (use === 'other') return notAHome(home);
  const name = await findUserName(owner);
  const message = `the home ${home} belongs to ${describeUser(name, owner)}`;
  if (user.uid === ROOT) return problem('home_of_another_user', message, asOwner(name, home, user));
  // Only root leaves a home by accident; the home of another person is theirs.
  if (owner !== ROOT || use !== 'home') {
    return problem('home_of_another_user', message, { hint: 'Choose a home of your own with --home.' });
  }
  return problem('home_of_another_user', message, {
    hint: 'Make it yours with everything in it, or choose another home with --home.',
    command: `sudo chown -R "$(id -u)" ${toShellCommand(home)}`,
  });
}

async function reachedThroughAnotherUser(
  home: string,
  { path, owner }: OwnedPart,
  user: HomeUser,
): Promise<Result> {
  const name = await findUserName(owner);
  const message = `the path of the home ${home} leads through ${path}, which belongs to ${describeUser(name, owner)}`;
  if (user.uid !== ROOT) {
    return problem('home_of_another_user', message, { hint: 'Choose a home of your own with --home.' });
  }
  return problem('home_of_another_user', message, asOwner(name, home, user));
}

function asOwner(name: string, home: string, { command }: HomeUser) {
  return {
    hint: 'Run it as that user: root would leave files there that the user cannot open.',
    command: toShellCommand('sudo', '-u', name, 'guildhall', ...command, '--home', home),
  };
}

function describeUser(name: string, uid: number): string {
  return name === `#${uid}` ? `the user ${uid}` : `${name} (uid ${uid})`;
}

/**
 * What a folder is used for, by the names in it. A command that changes a folder is offered only for a home and an empty
 * one: the path may be mistyped.
 *
 * - home: it has files that only Guildhall makes
 * - maybe-home: it has files that a home has, and other programs may have, too, e.g. `config.toml`
 * - unknown: it cannot be listed
 */
export type FolderUse = 'home' | 'maybe-home' | 'empty' | 'other' | 'unknown';

async function findFolderUse(folder: string): Promise<FolderUse> {
  const names = await readdir(folder).catch(() => null);
  return names === null ? 'unknown' : folderUseOf(folder, names);
}

/** @param names of everything in the folder */
export function folderUseOf(folder: string, names: readonly string[]): FolderUse {
  if (names.length === 0) return 'empty';
  const { account, configuration, controlSocket, database, remembered, runtime, voiceSettings, ...rest } =
    homeFiles(folder);
  const { activitySettings, consoleSessions, lock, log, onceGrants } = rest;
  const has = (...paths: readonly string[]) => paths.some((path) => names.includes(basename(path)));
  if (has(consoleSessions, lock, log, onceGrants)) return 'home';
  const usual = [account, configuration, controlSocket, database, remembered, runtime, voiceSettings];
  return has(...usual, activitySettings) ? 'maybe-home' : 'other';
}

/** The problem of a folder with the files of something else. */
export function notAHome(folder: string): Result {
  return problem('not_a_home', `${folder} is not a home of Guildhall`, {
    hint: 'Choose another folder with --home.',
  });
}
