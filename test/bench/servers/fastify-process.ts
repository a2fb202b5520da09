import Fastify from 'fastify';
import type { HttpBound } from './bound.js';
import { serveBound } from './serve-bound.js';

const fastify = Fastify();

await serveBound<HttpBound>(async ({ routes }) => {
  for (const { method, path, status, type, body } of routes) {
    const [url = path] = path.split('?');
    fastify.route({ method, url, handler: (_request, reply) => reply.code(status).type(type).send(body) });
  }
  await fastify.ready();
  return fastify.server;
});
