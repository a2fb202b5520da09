import { readFileSync } from 'node:fs';

/** The uids of the whole machine. */
const ALL_UIDS = 2 ** 32 - 1;
/** What the kernel shows for a user without a uid in a namespace, unless it is configured otherwise. */
const OVERFLOW_UID = 65_534;

/** How this process sees the users of the machine (user_namespaces(7)); `PrivateUsers=` of systemd makes a namespace. */
export interface UserNamespace {
  /** `/proc/self/uid_map`: first uid in the namespace, first uid outside, number of uids */
  readonly map: string;
  /** whether the map was read; without /proc it is unknown */
  readonly isKnown: boolean;
  /** the uid that all users without one in the namespace are shown with */
  readonly overflowUid: number;
}

/** Where nothing is known: all users but the one whose uid others may be shown with. */
const UNKNOWN_MAP = `0 0 ${ALL_UIDS - 1}`;

/** Reads the namespace of this process; null where the system has none. */
export function readUserNamespace(): UserNamespace | null {
  if (process.platform !== 'linux') return null;
  const map = readText('/proc/self/uid_map');
  const overflow = Number(readText('/proc/sys/kernel/overflowuid') ?? OVERFLOW_UID);
  return {
    map: map ?? UNKNOWN_MAP,
    isKnown: map !== null,
    overflowUid: Number.isSafeInteger(overflow) ? overflow : OVERFLOW_UID,
  };
}

/** Whether this uid is of one user of the machine, and that user has no other one here. */
export function isDistinctUser({ map, overflowUid }: Omit<UserNamespace, 'isKnown'>, uid: number): boolean {
  const ranges = map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, count }));
  const hasAll = ranges.reduce((sum, { count }) => sum + count, 0) >= ALL_UIDS;
  const isMapped = ranges.some(({ first, count }) => uid >= first && uid < first + count);
  return isMapped && (hasAll || uid !== overflowUid);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // hidden from this process, for example by ProcSubset=
  }
}
