import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { allowCrossOrigin } from '../../net/http/route-origins.js';
import { ControlError } from '../errors.js';

/** Where the build puts the pages of the reference. */
const FOLDER = new URL('../../kit/reference/', import.meta.url);
const FILES = ['index.html', 'rpc.html', 'rest.html', 'gateway.html', 'guides.html'];

/**
 * Serves the reference of RPC, REST and gateway, and the guides, under /docs (docs/for-games.md, Reference). It is the same for everybody and
 * has no data, so it needs no session.
 */
export function serveReference(app: FastifyInstance): void {
  const config = allowCrossOrigin('navigation');
  app.get('/docs', { config }, async (_request, reply) => reply.redirect('/docs/'));
  for (const file of FILES) {
    const url = file === 'index.html' ? '/docs/' : `/docs/${file}`;
    app.get(url, { config }, async (_request, reply) =>
      reply.header('content-type', 'text/html; charset=utf-8').send(await readPage(file)),
    );
  }
  app.get<{ Params: { name: string } }>(
    '/docs/guides/:name',
    { config },
    async ({ params: { name } }, reply) => {
      if (!/^[a-z-]+\.html$/.test(name)) return reply.callNotFound();
      return reply.header('content-type', 'text/html; charset=utf-8').send(await readPage(`guides/${name}`));
    },
  );
}

/** @throws {ControlError} not_found in a checkout that was compiled without the set-up */
async function readPage(file: string): Promise<string> {
  try {
    return await readFile(new URL(file, FOLDER), 'utf8');
  } catch {
    throw new ControlError('not_found', 'The reference was not built.', 'Build it with: npm run setup');
  }
}
