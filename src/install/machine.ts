import type { PathPart } from '../platform/files/untrusted-part.js';

/** How a command ended. */
export interface CommandResult {
  /** null: there is no such program */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The person who runs this program. */
export interface MachineUser {
  readonly name: string;
  /** null on Windows */
  readonly uid: number | null;
  /** the home folder, e.g. `/home/ada` */
  readonly folder: string;
}

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
  /** permission bits */
  readonly mode: number;
}

/** How the text of a file is encoded. */
export type FileEncoding = 'utf8' | 'utf16le';

/** What service managers need of the operating system. `LocalMachine` is this one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly user: MachineUser;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a file or folder exists. */
  exists(path: string): Promise<boolean>;
  /** The owner and permissions of a file or folder; null if it does not exist. */
  owner(path: string): Promise<FileOwner | null>;
  /** The folders, links and files on the way to a path, with what links lead through. */
  parts(path: string): AsyncIterable<PathPart>;
  /** The text of a file, by default in UTF-8; null if it does not exist. */
  readFile(path: string, encoding?: FileEncoding): Promise<string | null>;
  /** Replaces a file atomically and creates its folders. @param mode permissions of the file */
  writeFile(path: string, text: string, mode: number, encoding?: FileEncoding): Promise<void>;
  /** Removes a file; nothing happens if it does not exist. */
  removeFile(path: string): Promise<void>;
  /** Removes a folder with everything in it, or a link; nothing happens if it does not exist. */
  removeTree(path: string): Promise<void>;
  /** Removes a folder if it is empty, then its parents as long as they are, below `end`. */
  removeEmptyFolders(folder: string, end: string): Promise<void>;
  /** Runs a program without a shell. @param environment added to that of this process */
  run(command: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<CommandResult>;
  /** Waits. @param ms milliseconds */
  wait(ms: number): Promise<void>;
}
