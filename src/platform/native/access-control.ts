import { bindingLoader } from './binding.js';

/** An entry of an access control list of Windows (native/access-control/access_control.h). */
export interface NativeAccessEntry {
  /** a SID such as `S-1-5-18`; empty if the entry is of a kind that has none */
  readonly user: string;
  /** access rights of Windows */
  readonly rights: number;
  readonly isDenied: boolean;
}

/** Who may access a file or folder of Windows. */
export interface NativeAccessList {
  /** what kept it from being read; empty if it was read */
  readonly error: string;
  /** whether there is no such file or folder, which is an error, too */
  readonly isMissing: boolean;
  /** the SID of its owner */
  readonly owner: string;
  /** Without a list, everybody may do everything. */
  readonly hasList: boolean;
  /** whether entries of the folder above do not apply */
  readonly isProtected: boolean;
  readonly entries: readonly NativeAccessEntry[];
}

/** A connection to a named pipe. */
export interface NativePipe {
  /** an error of Windows; 0: it is connected */
  readonly error: number;
  /** for a `Socket` of Node.js, which closes it */
  readonly descriptor: number;
  /** the SID of the user who serves it; empty if it is unknown */
  readonly server: string;
}

/** Access control of Windows; other systems have none of it (native/binding/access_control.cc). */
export interface AccessControlBinding {
  read(path: string): NativeAccessList;
  /**
   * Lets only this user, the system and administrators access a file, or a folder with what is created in it.
   *
   * @returns an error; empty if it succeeded
   */
  makePrivate(path: string): string;
  /**
   * Creates an empty file or a folder that is so from the start.
   *
   * @returns an error of Windows; 0: it was created
   */
  createPrivate(path: string, isFolder: boolean): number;
  /** The same access for a named pipe of this process. Connects to it once. */
  makePipePrivate(name: string): string;
  /** Connects to a named pipe, without sending anything. */
  connectPipe(name: string): NativePipe;
}

/** Errors of Windows as those of Node.js. */
const CODES: Readonly<Record<number, string>> = {
  2: 'ENOENT',
  3: 'ENOENT',
  5: 'EACCES',
  80: 'EEXIST',
  112: 'ENOSPC',
  183: 'EEXIST',
  231: 'EBUSY',
};

/** What failed with an error of Windows. It has the code and the path of an error of Node.js, and means the same. */
export class WindowsError extends Error {
  override readonly name = 'WindowsError';
  readonly code: string;

  /** @param failure e.g. `cannot be opened` */
  constructor(
    readonly path: string,
    failure: string,
    error: number,
  ) {
    super(`${path} ${failure}: error ${error} of Windows`);
    this.code = CODES[error] ?? 'EIO';
  }
}

export const loadAccessControl = bindingLoader<AccessControlBinding>('accessControl', [
  'read',
  'makePrivate',
  'createPrivate',
  'makePipePrivate',
  'connectPipe',
]);
