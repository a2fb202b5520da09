import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { withTemporaryFolder } from './temporary-folder.js';

/** Runs a test with a server at a Unix socket that does this with each connection. @param name of the socket in its folder */
export async function withUnixServer(
  accept: (socket: Socket) => void,
  run: (path: string) => Promise<void>,
  name = 'server',
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      accept(socket);
    });
    const path = join(folder, name);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    try {
      await run(path);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}
