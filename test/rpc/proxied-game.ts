import { connect } from 'node:net';
import { APPLICATION, MockRpc, type MockRpcOptions, ORIGIN } from '../helpers/mock-rpc.js';
import { RecordingService } from '../helpers/recording-service.js';

/** An RPC server in front of a service that records what reached it. */
export interface Proxied {
  readonly mock: MockRpc;
  readonly service: RecordingService;
  /** an access token of the game, for the signed-in person */
  readonly token: string;
  call(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>;
  /** sends bytes as they are, and gives what came back until the connection ended */
  raw(bytes: string): Promise<string>;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Runs a test against a proxy of its own; the game was given the scope rpc.api. */
export function withProxy(run: (proxied: Proxied) => Promise<void>, options: MockRpcOptions = {}) {
  return async () => {
    const service = await RecordingService.start();
    const mock = await MockRpc.start({ ...options, apiUrl: service.url });
    const token = mock.grant(['rpc', 'rpc.api']);
    const created_at = '2018-01-01T00:00:00.000000+00:00';
    mock.client.granted.push({
      id: '1',
      application: { ...APPLICATION, rpc_origins: [ORIGIN] },
      scopes: ['rpc.api'],
      created_at,
    });
    try {
      await run({
        mock,
        service,
        token,
        call: (path, init) => fetch(`http://127.0.0.1:${mock.port}${path}`, init),
        raw: (bytes) => raw(mock.port, bytes),
      });
    } finally {
      await mock.stop();
      await service.stop();
    }
  };
}

async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}
