import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { connect, type Server, Socket } from 'node:net';
import { UserError } from '../errors.js';
import { hasCode, isMissingFile } from '../files/text-file.js';
import { mayServe } from '../files/windows-access.js';
import { loadAccessControl, WindowsError } from '../native/access-control.js';
import { missingModuleHint } from '../native/binding.js';
import { withSocketPath } from './socket-path.js';

/** On Windows it is a named pipe. */
const isFile = process.platform !== 'win32';

/** A name for a named pipe that nobody can guess and create first. */
export function randomPipeName(): string {
  return `\\\\.\\pipe\\guildhall-${randomBytes(16).toString('hex')}`;
}

/**
 * Connects to the private socket of a program of this user; on Windows `path` is a file with the name of a named pipe.
 * There the pipe's server is checked before anything can be sent: the first program that creates a pipe of a name serves it.
 *
 * @returns a socket that connects, is connected, or is destroyed with the reason
 */
export function connectPrivately(path: string): Socket {
  if (isFile) return withSocketPath(path, (usable) => connect(usable));
  try {
    return connectPipe(readFileSync(path, 'utf8').trim());
  } catch (error) {
    return new Socket().destroy(error instanceof Error ? error : undefined);
  }
}

function connectPipe(name: string): Socket {
  const loaded = loadAccessControl();
  if (loaded.binding === null) throw new UserError(loaded.reason, missingModuleHint());
  const { descriptor, error, server } = loaded.binding.connectPipe(name);
  if (error !== 0) throw new WindowsError(name, 'cannot be opened', error);
  const socket = new Socket({ fd: descriptor, readable: true, writable: true });
  if (mayServe(server)) return socket;
  const who = server === '' ? 'an unknown user' : `the user ${server}`;
  return socket.destroy(
    new UserError(
      `the control pipe is served by ${who}, not by you`,
      'Stop that program, or choose another home.',
    ),
  );
}

/**
 * Binds with a umask, so that the socket is accessible only to its owner from the start. A named pipe, which no other program may
 * have created, gets its permissions at once.
 *
 * @throws if it cannot be bound
 */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const listening = () => {
      server.off('error', reject);
      resolve();
    };
    server.once('error', (error) => {
      server.off('listening', listening);
      reject(error);
    });
    server.once('listening', listening);
    const umask = process.umask(0o177);
    try {
      withSocketPath(path, (usable) => server.listen(usable));
    } finally {
      process.umask(umask);
    }
  });
  if (isFile) return chmod(path, 0o600);
  const error = loadAccessControl().binding?.makePipePrivate(path) ?? 'the native addon is missing';
  if (error === '') return;
  server.close();
  throw new UserError(`the named pipe ${path} cannot be made private: ${error}`);
}

/** What is at the path of a socket. `refusing`: a socket that nobody listens on. */
export type SocketState = 'answering' | 'refusing' | 'missing';

/** Connects to a socket, and closes the connection. What does not say that nobody listens counts as answering. */
export function probeSocket(path: string): Promise<SocketState> {
  return new Promise((resolve) => {
    const socket = withSocketPath(path, (usable) => connect(usable));
    const settle = (state: SocketState) => {
      socket.destroy();
      resolve(state);
    };
    socket.once('connect', () => settle('answering'));
    socket.once('error', (error) => {
      if (isMissingFile(error)) settle('missing');
      else settle(hasCode(error, 'ECONNREFUSED') ? 'refusing' : 'answering');
    });
  });
}
