import type { BackOffLimits } from '../../platform/async/back-off.js';
import type { Clock } from '../../platform/clock.js';
import type { RpcEventName } from '../types/rpc.js';
import type { CommandError } from './errors.js';
import type { CloseInfo, CreateWebSocket, WebSocketLike } from './web-socket.js';

export interface ClientOptions {
  /** the id of the application */
  readonly clientId: string;
  /** one of the application's registered origins; browsers send that of the page instead */
  readonly origin?: string;
  /** `ipc`: as a program of the person, which needs no origin and may show an activity at once; Node.js alone */
  readonly transport?: 'websocket' | 'ipc';
  /** ports to try in order, by default 6463 to 6472 */
  readonly ports?: readonly number[];
  /** the delays before a lost connection is opened again, by default 0.5 s, doubling up to 30 s */
  readonly backOff?: BackOffLimits;
  /** by default the WebSocket of the browser, or the package `ws` in Node.js */
  readonly createWebSocket?: CreateWebSocket;
}

/** What a runtime offers to the client. */
export interface Runtime {
  readonly createWebSocket: CreateWebSocket;
  /** connects over IPC; null: the runtime cannot. @param number of the server, from 0 */
  readonly createIpcSocket: ((number: number, clientId: string) => WebSocketLike) | null;
  /** called before a port is tried; browsers ask the person for permission */
  probe(port: number, clientId: string): Promise<void>;
  readonly clock?: Clock;
}

/** The events of a client itself; those of the server are subscribed to. */
export interface ClientEvents {
  /** the connection was lost and opened again: it is authenticated and has all subscriptions, as before */
  reconnected: undefined;
  /** the connection was lost; the client tries to reconnect */
  disconnected: CloseInfo;
  /** the connection is closed and the client does not reconnect: it was closed, or the server does not want it */
  closed: CloseInfo;
  /** the access token is no longer valid: authorize again */
  signedOut: CommandError;
  /** a subscription could not be renewed after a reconnect, e.g. because its channel is gone */
  subscriptionLost: { readonly evt: RpcEventName; readonly args: unknown; readonly error: CommandError };
}
