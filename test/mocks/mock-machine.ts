import { dirname } from 'node:path/posix';
import type {
  CommandResult,
  FileEncoding,
  FileOwner,
  Machine,
  MachineUser,
} from '#guildhall/install/machine.js';
import type { PathPart } from '#guildhall/platform/files/untrusted-part.js';

/** Answers a command; undefined: it succeeds and prints nothing. */
export type MockCommand = (command: string, args: readonly string[]) => Partial<CommandResult> | undefined;

export interface MockMachineOptions {
  readonly platform: NodeJS.Platform;
  readonly user?: MachineUser;
  readonly environment?: NodeJS.ProcessEnv;
  /** files and folders that exist by path; a folder is null */
  readonly files?: Readonly<Record<string, string | null>>;
  readonly answer?: MockCommand;
  /** the owners of files by path; all others are root's and writable by nobody else */
  readonly owners?: Readonly<Record<string, Partial<FileOwner>>>;
  /** links to files by path, with the paths that they lead to */
  readonly links?: Readonly<Record<string, string>>;
}

/** A machine in memory, which records the commands it is given. */
export class MockMachine implements Machine {
  readonly platform: NodeJS.Platform;
  readonly user: MachineUser;
  readonly environment: NodeJS.ProcessEnv;
  /** the files by path, with null for folders */
  readonly files: Map<string, string | null>;
  /** the modes of written files by path */
  readonly modes = new Map<string, number>();
  /** the encodings of written files by path */
  readonly encodings = new Map<string, FileEncoding>();
  /** the commands, each as one line */
  readonly commands: string[] = [];
  /** the folders that were to be removed if empty */
  readonly emptied: string[] = [];
  /** how long it has been waited, in milliseconds */
  waited = 0;
  readonly #answer: MockCommand;
  readonly #owners: NonNullable<MockMachineOptions['owners']>;
  readonly #links: NonNullable<MockMachineOptions['links']>;

  constructor(options: MockMachineOptions) {
    this.platform = options.platform;
    this.user = options.user ?? { name: 'ada', uid: 1000, folder: '/home/ada' };
    this.environment = options.environment ?? {};
    this.files = new Map(Object.entries(options.files ?? {}));
    this.#answer = options.answer ?? (() => undefined);
    this.#owners = options.owners ?? {};
    this.#links = options.links ?? {};
  }

  async exists(path: string): Promise<boolean> {
    return this.files.has(path) || [...this.files.keys()].some((known) => dirname(known) === path);
  }

  async owner(path: string): Promise<FileOwner | null> {
    return { uid: 0, gid: 0, mode: 0o755, ...this.#owners[path] };
  }

  async *parts(path: string): AsyncGenerator<PathPart> {
    const target = this.#links[path];
    if (path !== dirname(path)) yield* this.parts(dirname(path));
    const owner = { uid: 0, gid: 0, mode: 0o755, ...this.#owners[path] };
    yield { path, ...owner, isLink: target !== undefined };
    if (target !== undefined) yield* this.parts(target);
  }

  async readFile(path: string): Promise<string | null> {
    return this.files.get(path) ?? null;
  }

  async writeFile(path: string, text: string, mode: number, encoding: FileEncoding = 'utf8'): Promise<void> {
    this.encodings.set(path, encoding);
    this.files.set(path, text);
    this.modes.set(path, mode);
  }

  async removeFile(path: string): Promise<void> {
    this.files.delete(path);
  }

  async removeTree(path: string): Promise<void> {
    for (const known of [...this.files.keys()]) {
      if (known === path || known.startsWith(`${path}/`)) this.files.delete(known);
    }
  }

  async removeEmptyFolders(folder: string, _end: string): Promise<void> {
    this.emptied.push(folder);
  }

  async wait(ms: number): Promise<void> {
    this.waited += ms;
  }

  async run(command: string, args: readonly string[]): Promise<CommandResult> {
    this.commands.push([command, ...args].join(' '));
    return { exitCode: 0, stdout: '', stderr: '', ...this.#answer(command, args) };
  }
}
