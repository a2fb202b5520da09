import { type ClientEvents, GuildhallClient } from 'guildhall/client';
import { WebSocket } from 'ws';
import { eventually } from '../../helpers/eventually.js';
import { TcpProxy } from '../../helpers/faults/tcp-proxy.js';
import { APPLICATION, MockRpc, ORIGIN } from '../../helpers/mock-rpc.js';
import { guild, textChannel } from '../../helpers/objects.js';

export const SCOPES = ['rpc', 'identify', 'messages.read'];
export const [FIRST, SECOND] = ['301', '302'];
/** A port that nobody listens on. */
export const NOBODY = 9;

export interface Bench {
  readonly mock: MockRpc;
  /** in front of the server */
  readonly proxy: TcpProxy;
  readonly client: GuildhallClient;
  /** the client's own events, in order */
  readonly reported: { name: keyof ClientEvents; event: unknown }[];
}

/** Runs a test with a client that connects through a proxy, after a port that nobody listens on. */
export function withClient(run: (bench: Bench) => Promise<void>, origin = ORIGIN): () => Promise<void> {
  return async () => {
    const mock = await MockRpc.start();
    const channels = [textChannel(FIRST), textChannel(SECOND)];
    mock.client.dispatch('GUILD_CREATE', guild('300', { channels }));
    const proxy = await TcpProxy.start(
      { address: '127.0.0.1', port: 0 },
      { address: '127.0.0.1', port: mock.port },
    );
    const client = new GuildhallClient({
      clientId: APPLICATION.id,
      origin,
      ports: [NOBODY, proxy.port],
      backOff: { firstMs: 5, longestMs: 50 },
      // The server accepts only its own port as Host.
      createWebSocket: (url) => new WebSocket(url, { origin, headers: { host: `127.0.0.1:${mock.port}` } }),
    });
    const reported: Bench['reported'] = [];
    for (const name of ['reconnected', 'disconnected', 'closed', 'signedOut', 'subscriptionLost'] as const) {
      client.on(name, (event) => reported.push({ name, event }));
    }
    try {
      await run({ mock, proxy, client, reported });
    } finally {
      client.close();
      proxy.stop();
      await mock.stop();
    }
  };
}

/** Waits until the client has reported an event of its own. */
export const hasReported = ({ reported }: Bench, name: keyof ClientEvents) =>
  eventually(() => reported.find((one) => one.name === name));
