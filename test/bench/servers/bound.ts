import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askChild, endChild } from './child.js';

/** A response of a bound: the same bytes as Guildhall's. */
export interface BoundRoute {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** HTTP servers that parse the body of a request, where it has one, and answer. */
export interface HttpBound {
  readonly kind: 'node:http' | 'fastify';
  readonly routes: readonly BoundRoute[];
}

/** WebSocket servers; a POST of a text sends it to all connections. */
export interface SocketBound {
  readonly kind: 'ws' | 'net';
  /** sent to each new connection */
  readonly greeting?: string;
  /** what frames are answered with, with their nonce; only by `ws` */
  readonly reply?: object;
}

export type Bound = HttpBound | SocketBound;

const PROGRAMS = {
  'node:http': './node-http-process.js',
  fastify: './fastify-process.js',
  ws: './ws-process.js',
  net: './net-process.js',
} as const;

/** What Guildhall is compared with: a server in a separate process that does nothing but the same I/O. */
export class BoundServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param environment besides its own */
  static async start(bound: Bound, environment: NodeJS.ProcessEnv = {}): Promise<BoundServer> {
    const program = fileURLToPath(import.meta.resolve(PROGRAMS[bound.kind]));
    const child = fork(program, { env: { ...process.env, ...environment } });
    return new BoundServer(child, await askChild<number>(child, bound));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  stop(): Promise<void> {
    return endChild(this.child);
  }
}
