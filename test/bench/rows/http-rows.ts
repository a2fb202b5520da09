import type { HttpRequest } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row } from '../kernel/row.js';
import type { BoundRoute } from '../servers/bound.js';
import type { BenchDaemon } from '../servers/daemon.js';

const CONNECTIONS = 32;

export interface HttpRowOptions {
  readonly name: string;
  readonly goals: readonly Goal[];
  readonly request: (daemon: BenchDaemon) => HttpRequest | Promise<HttpRequest>;
}

/** A row of requests over 32 connections: the service, bare Fastify and raw node:http answer the same bytes. */
export function httpRow({ name, goals, request }: HttpRowOptions): Row {
  return {
    name,
    goals,
    isOfDaemon: true,
    async open(world) {
      const daemon = await world.daemon();
      const asked = await request(daemon);
      const routes = [await recordRoute(asked)];
      const fastify = await world.bound({ kind: 'fastify', routes });
      const http = await world.bound({ kind: 'node:http', routes });
      const load = (port: number) =>
        ({ kind: 'http', request: { ...asked, port }, connections: CONNECTIONS }) as const;
      return [
        await loadSubject(world, { name: 'Guildhall', server: daemon, load: load(asked.port) }),
        await loadSubject(world, { name: 'bare Fastify', server: fastify, load: load(fastify.port) }),
        await loadSubject(world, { name: 'raw node:http', server: http, load: load(http.port) }),
      ];
    },
  };
}

/** Sends a request once and makes its response a route of a bound. */
async function recordRoute({ port, method, path, authorization, body }: HttpRequest): Promise<BoundRoute> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status} ${text}`);
  return {
    method,
    path,
    status: response.status,
    type: response.headers.get('content-type') ?? 'text/plain',
    body: text,
  };
}
