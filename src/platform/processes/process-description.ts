import { readlink } from 'node:fs/promises';
import { basename, win32 } from 'node:path';
import { inTimeOr } from '../async/promises.js';
import type { Clock } from '../clock.js';
import type { LoadedBinding } from '../native/binding.js';
import { loadPeerCredentials } from '../native/peer-credentials.js';
import { loadProgramSigner, type ProgramSignerBinding } from '../native/program-signer.js';
import { readArguments } from './process-arguments.js';
import { isRunning, toPid } from './process-identity.js';

/**
 * A process as the system describes it. It is information and no proof: a program can run another one, and an
 * interpreter such as `python3` runs any script.
 */
export interface ProcessDescription {
  readonly pid: number;
  /** the file name of its program, e.g. `firefox`; in a sandbox, that is said */
  readonly name: string;
  /** the path of its program; the same, and for an interpreter also what it says it runs */
  readonly path: string;
}

/**
 * Describes a process, or several that share a connection: the first one, and some of the others.
 *
 * @param pids as `PeerProcesses` gives them; a later process that has the id of one is not described
 * @returns null if it is unknown, e.g. because it has ended
 */
export type DescribeProcess = (pids: string) => Promise<ProcessDescription | null>;

/** Of programs that share a connection, how many are named. */
const MAX_NAMED = 4;

/** What is said of those that run and cannot be described, besides others: the system shows what a process is unless it forbids that. */
const HIDDEN = 'one that does not show what it is, ';

/** Programs that run a script, a package or an archive that their arguments name, with versions as in `python3.12`. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|python|pypy|ruby|perl|php|lua|java|javaw|mono|dotnet|bash|dash|sh|zsh|electron)[\d.]*$/;
/** Their options after which code follows. */
const CODE: ReadonlySet<string> = new Set(['-e', '-E', '--eval', '-p', '--print', '-pe', '-c']);
/** Their options after which a value follows that is not what they run. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-r', '--require', '--import', '--loader', '--experimental-loader', '--env-file'],
  ...['-cp', '-classpath', '--class-path', '--module-path', '-W', '-X', '-I'],
]);
/** Characters of a script or package that are shown. */
const MAX_SCRIPT = 200;

/** What Linux appends to the path of a program that was replaced or removed, e.g. by an update, while it runs. */
const REMOVED = / \(deleted\)$/;

/** Describes processes of this machine. */
export const describeProcess: DescribeProcess = async (pids) => {
  const described = await Promise.all(pids.split(',').map(describeOne));
  const known = described.filter((one) => one !== null && one !== 'hidden');
  const [first, ...others] = known.filter(
    ({ path }, index) => known.findIndex((other) => other.path === path) === index,
  );
  const isOneHidden = described.includes('hidden');
  if (first === undefined || (others.length === 0 && !isOneHidden)) return first ?? null;
  const named = others.slice(0, MAX_NAMED - 1).map(({ path, pid }) => `${path} (process ${pid}), `);
  const more = others.length < MAX_NAMED ? '' : `${others.length - MAX_NAMED + 1} more, `;
  return {
    pid: first.pid,
    name: 'several programs',
    path: `several programs hold this connection: ${named.join('')}${more}${isOneHidden ? HIDDEN : ''}${first.path}`,
  };
};

/** How long the signature of a program may take, in milliseconds: its file may be large, or on another machine. */
const SIGNATURE_MS = 3000;

/** Describes processes like `describeProcess`, and on Windows also who signed their program. */
export function describeSignedProcess(clock: Pick<Clock, 'after'>): DescribeProcess {
  return async (pids) => {
    const process = await describeProcess(pids);
    return process === null ? null : await withSigner(process, clock);
  };
}

/** Adds to the path of a program who signed it; nothing to one without a signature, or if that takes too long. */
export async function withSigner(
  process: ProcessDescription,
  clock: Pick<Clock, 'after'>,
  { binding }: LoadedBinding<ProgramSignerBinding> = loadProgramSigner(),
): Promise<ProcessDescription> {
  // Of several processes it is a text.
  if (binding === null || !win32.isAbsolute(process.path)) return process;
  const signature = await inTimeOr(clock, SIGNATURE_MS, binding.read(process.path), null);
  if (signature === null || signature.status === 'none') return process;
  const signer =
    signature.status === 'valid'
      ? `signed by ${JSON.stringify(signature.signer)}`
      : 'whose signature is invalid: somebody may have changed it';
  return { ...process, path: `${process.path}, ${signer}` };
}

/** @returns `hidden`: it runs, and cannot be described; null: it has ended */
async function describeOne(identity: string): Promise<ProcessDescription | 'hidden' | null> {
  const pid = toPid(identity);
  const described = process.platform === 'linux' ? await describeInProc(pid) : describeByPath(pid);
  // Afterwards, because the process may end meanwhile.
  return isRunning(identity) ? (described ?? 'hidden') : null;
}

async function describeInProc(pid: number): Promise<ProcessDescription | null> {
  // Not its own name or its arguments: it can change the one, and the others may contain secrets.
  const program = await readLink(`/proc/${pid}/exe`);
  if (program === null) return null;
  const file = program.replace(REMOVED, '');
  const name = basename(file);
  const script = await findScript(pid, name);
  const path = script === null ? file : `${file}, which says it runs ${JSON.stringify(script)}`;
  if (await seesSameFiles(pid)) return { pid, name, path };
  return {
    pid,
    name: `${name} (in a sandbox)`,
    path: `${path} (in a sandbox with files of its own)`,
  };
}

/** Where the system only tells the path of a program. */
function describeByPath(pid: number): ProcessDescription | null {
  const path = loadPeerCredentials().binding?.findProgram(pid) ?? '';
  // Of Windows or of macOS.
  return path === '' ? null : { pid, name: path.slice(path.search(/[^\\/]*$/)), path };
}

/**
 * What an interpreter was started to run: a script, or the name of a package. It says little about what it is, because a
 * program chooses and can change its own arguments.
 *
 * @returns null for other programs, and if none is known, e.g. of code in an argument, which may contain secrets
 */
async function findScript(pid: number, name: string): Promise<string | null> {
  if (!INTERPRETERS.test(name)) return null;
  return findScriptArgument((await readArguments(pid)).slice(1));
}

/** The script or package among the arguments of an interpreter; null if there is none, or code in its place. */
export function findScriptArgument(args: readonly string[]): string | null {
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (CODE.has(argument)) return null;
    if (!argument.startsWith('-')) return argument.slice(0, MAX_SCRIPT);
    if (WITH_VALUE.has(argument)) index += 1;
  }
  return null;
}

/** Whether a path means the same to a process: any program can have a sandbox in which its file has any path. */
async function seesSameFiles(pid: number): Promise<boolean> {
  const [its, own] = await Promise.all([pid, 'self'].map((one) => readLink(`/proc/${one}/ns/mnt`)));
  return its !== null && its === own;
}

function readLink(path: string): Promise<string | null> {
  return readlink(path).catch(() => null);
}
