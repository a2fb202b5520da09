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
  /** The same for a named pipe of this process. Connects to it once. */
  makePipePrivate(name: string): string;
  /** Connects to a named pipe, without sending anything. */
  connectPipe(name: string): NativePipe;
}

export const loadAccessControl = bindingLoader<AccessControlBinding>('accessControl', [
  'read',
  'makePrivate',
  'makePipePrivate',
  'connectPipe',
]);
