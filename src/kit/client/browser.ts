import { RpcClient } from './client.js';
import type { ClientOptions } from './client-options.js';
import type { WebSocketLike } from './web-socket.js';

export * from './exports.js';

declare const WebSocket: new (url: string) => WebSocketLike;
declare const navigator: {
  readonly permissions: { query(of: { name: 'loopback-network' }): Promise<{ readonly state: string }> };
};

/** How long a port may take to answer, in milliseconds; another program on it may never do. */
const ANSWER_MS = 3_000;
/** How long the person may think about the browser's question, in milliseconds. */
const DECISION_MS = 60_000;

/** A client for web pages whose origin is registered for the application (docs/for-games.md, In a browser). */
export class GuildhallClient extends RpcClient {
  constructor(options: ClientOptions) {
    super(options, {
      createWebSocket: (url) => new WebSocket(url),
      createIpcSocket: null,
      probe: askPermission,
    });
  }
}

/**
 * Browsers ask the person before a page may connect to this machine, with a request, but not with a WebSocket. Whether it
 * succeeds does not matter: the WebSocket shows what is there.
 */
async function askPermission(port: number, clientId: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/?v=1&client_id=${encodeURIComponent(clientId)}`;
  const limit = (await isPersonAsked()) ? DECISION_MS : ANSWER_MS;
  await fetch(url, { signal: AbortSignal.timeout(limit) }).catch(() => {});
}

/** Whether the browser asks the person at the next request. Not if it does not tell, or does not ask at all. */
async function isPersonAsked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'loopback-network' })).state === 'prompt';
  } catch {
    return false;
  }
}
