import { chmod } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { hasCode, isMissingFile } from '../files/text-file.js';
import { withSocketPath } from './socket-path.js';

/** On Windows it is a named pipe. */
const isFile = process.platform !== 'win32';

/** Binds with a umask, so that the socket is accessible only to its owner from the start. @throws if it cannot be bound */
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
  if (isFile) await chmod(path, 0o600);
}

/** What is at the path of a socket. `refusing`: a socket that nobody listens on. */
export type SocketState = 'answering' | 'refusing' | 'missing';

/** Connects to a socket or named pipe, and closes the connection. What does not say that nobody listens counts as answering. */
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
