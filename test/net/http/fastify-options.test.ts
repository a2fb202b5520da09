import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { FASTIFY_OPTIONS } from '#guildhall/net/http/fastify-options.js';

test('a server works without schema compilers', async () => {
  const app = fastify({ ...FASTIFY_OPTIONS });
  app.get('/', async () => ({ answer: 42 }));
  assert.deepEqual((await app.inject('/')).json(), { answer: 42 });
  await app.close();
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  assert.ok(loaded.some((path) => path.includes('/node_modules/fastify/')));
  assert.deepEqual(
    loaded.filter((path) => /\/node_modules\/(?:ajv|@fastify\/[a-z-]+-compiler)\//.test(path)),
    [],
  );
});

test('a route with a schema is refused', async () => {
  const app = fastify({ ...FASTIFY_OPTIONS });
  app.get('/', { schema: { querystring: { type: 'object' } } }, async () => ({}));
  await assert.rejects(async () => await app.ready(), { message: /routes have no schemas/ });
});
