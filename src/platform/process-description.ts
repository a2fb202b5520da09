import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * A process as the system describes it. It is information and no proof: a program can run another one, and an
 * interpreter such as `python3` runs any script.
 */
export interface ProcessDescription {
  readonly pid: number;
  /** the file name of its program, e.g. `firefox`; in a sandbox, that is said */
  readonly name: string;
  /** the path of its program; the same */
  readonly path: string;
}

/** Describes a process. @returns null if it is unknown, e.g. because it has ended */
export type DescribeProcess = (pid: string) => Promise<ProcessDescription | null>;

/** What Linux appends to the path of a program that was replaced or removed, e.g. by an update, while it runs. */
const REMOVED = / \(deleted\)$/;

/** Describes a process of this machine; on systems without `/proc` every one is unknown. */
export async function describeProcess(pid: string): Promise<ProcessDescription | null> {
  // Not its own name or its arguments: it can change the one, and the others may contain secrets.
  const program = await readLink(`/proc/${pid}/exe`);
  if (program === null) return null;
  const path = program.replace(REMOVED, '');
  const name = basename(path);
  if (await seesSameFiles(pid)) return { pid: Number(pid), name, path };
  return {
    pid: Number(pid),
    name: `${name} (in a sandbox)`,
    path: `${path} (in a sandbox with files of its own)`,
  };
}

/** Whether a path means the same to a process: any program can have a sandbox in which its file has any path. */
async function seesSameFiles(pid: string): Promise<boolean> {
  const [its, own] = await Promise.all([pid, 'self'].map((one) => readLink(`/proc/${one}/ns/mnt`)));
  return its !== null && its === own;
}

function readLink(path: string): Promise<string | null> {
  return readlink(path).catch(() => null);
}
