/** An HTTP request of a load. */
export interface HttpRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  /** requested in turn instead of `path` */
  readonly paths?: readonly string[];
  readonly authorization: string;
  /** a JSON body; `COUNTER` in it becomes another number in each request */
  readonly body?: string;
}

/** A request of a caller of an API. @param path below its URL, e.g. `/guilds/1` */
export function toRequest(
  { url, authorization }: { readonly url: string; readonly authorization: string },
  method: string,
  path: string,
  body?: string,
): HttpRequest {
  const { port, pathname } = new URL(url);
  const request = { port: Number(port), method, path: `${pathname}${path}`, authorization };
  return body === undefined ? request : { ...request, body };
}

/** Stands for a number of eight digits that no two requests of a generator share. */
export const COUNTER = '########';

/** Frames that a server sends. */
export interface ExpectedFrames {
  /** a text that each of them has, and no other frame */
  readonly marker: string;
  readonly count: number;
}

/** Where WebSocket connections go, or those of IPC, and what each sends first. */
export interface SocketTarget {
  /** a socket of IPC, and the client that its connections name; absent: a WebSocket at the port */
  readonly ipc?: { readonly path: string; readonly clientId: string };
  readonly port: number;
  readonly path: string;
  /** absent for clients that are not pages */
  readonly origin?: string;
  /** whether the server sends a frame first, e.g. READY */
  readonly isGreeted: boolean;
  /** sent one after the other, each after a reply */
  readonly setup: readonly string[];
  /** what the reply to the last of them consists of; absent: one frame */
  readonly ready?: ExpectedFrames;
  /** sent before each round, where the server expects signs of life */
  readonly heartbeat?: string;
}

/** Requests over connections that are kept open, one at a time on each. */
export interface HttpLoad {
  readonly kind: 'http';
  readonly request: HttpRequest;
  /** requests of other connections, e.g. to other servers: one after the other gets the next of all */
  readonly others?: readonly HttpRequest[];
  readonly connections: number;
  /** whether the time of each request is measured */
  readonly isTimed?: boolean;
}

/** A frame and its reply, one at a time on each connection. */
export interface RoundTripLoad {
  readonly kind: 'round-trips';
  readonly target: SocketTarget;
  readonly connections: number;
  readonly frame: string;
}

/** Connections that are closed once they are greeted. */
export interface ConnectLoad {
  readonly kind: 'connects';
  readonly target: SocketTarget;
  /** how many are opened at a time */
  readonly parallel: number;
}

/** Events to connections that stay open: the next is caused once all of them have received the one before. */
export interface FanOutLoad {
  readonly kind: 'fan-out';
  readonly targets: readonly SocketTarget[];
  /** bytes that only frames with the event contain */
  readonly marker: string;
  /** causes an event */
  readonly trigger: HttpRequest;
  /** whether the time from each trigger to the last connection is measured */
  readonly isTimed?: boolean;
}

/** Connections that stay open and do nothing; a round sends one heartbeat on each. */
export interface IdleLoad {
  readonly kind: 'idle';
  readonly targets: readonly SocketTarget[];
}

/** What a generator does; all of it is sent to its process. */
export type Load = HttpLoad | RoundTripLoad | ConnectLoad | FanOutLoad | IdleLoad;

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export interface LoadResult {
  readonly operations: number;
  readonly milliseconds: number;
  /** of the operations, in milliseconds; absent unless they are timed */
  readonly latency?: Latency;
}

/** A load in the process that generates it. */
export interface RunningLoad {
  /** Opens what stays open between the rounds. */
  open(): Promise<void>;
  /** Runs for a duration and lets the operations that have begun finish. */
  run(ms: number): Promise<LoadResult>;
}
