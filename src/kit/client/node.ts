import { WebSocket } from 'ws';
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
      createIpcSocket: (number, clientId) => new IpcSocket(number, clientId),
      probe: () => Promise.resolve(),
    });
  }
}
