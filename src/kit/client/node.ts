import { WebSocket } from 'ws';
import { findIpcFolder, ipcPath } from '../../platform/sockets/ipc-folder.js';
import { IPC_NAMES } from '../../protocol/rpc/ipc.js';
import { RpcClient } from './client.js';
import type { ClientOptions } from './client-options.js';
import { IpcSocket } from './ipc-socket.js';

export * from './exports.js';

/** A client for Node.js (docs/for-games.md, The client library). */
export class GuildhallClient extends RpcClient {
  constructor(options: ClientOptions) {
    super(options, {
      // The WebSocket of Node.js cannot send an Origin, which the server requires.
      createWebSocket: (url, origin) => new WebSocket(url, origin === null ? {} : { origin }),
      createIpcSocket(number, clientId) {
        const folder = findIpcFolder(process.env, process.platform);
        return new IpcSocket(ipcPath(folder, IPC_NAMES[number] ?? ''), clientId);
      },
      probe: () => Promise.resolve(),
    });
  }
}
