import { readFile } from 'node:fs/promises';
import type { HttpReply } from '../../net/http/http-reply.js';
import { ControlError } from '../errors.js';
import { type ControlRoute, redirectReply, UNKNOWN_PATH } from '../server/application.js';
import { toHtmlReply } from './page-files.js';

/** Where the build puts the pages of the reference. */
const FOLDER = new URL('../../kit/reference/', import.meta.url);
const PAGES = ['rpc.html', 'rest.html', 'gateway.html', 'guides.html'] as const;

/**
 * Serves the reference of RPC, REST and gateway, and the guides, under /docs (docs/for-games.md, Reference). It is the same for everybody and
 * has no data, so it needs no session.
 */
export const referenceRoutes: readonly ControlRoute[] = [
  toRoute('/docs', () => redirectReply('/docs/')),
  toRoute('/docs/', () => readPage('index.html')),
  ...PAGES.map((page) => toRoute(`/docs/${page}`, () => readPage(page))),
  toRoute('/docs/guides/{page}', ({ params: { page = '' } }) => {
    if (!/^[a-z-]+\.html$/.test(page)) throw UNKNOWN_PATH;
    return readPage(`guides/${page}`);
  }),
];

function toRoute(path: string, answer: ControlRoute['answer']): ControlRoute {
  return { method: 'GET', path, crossOriginUse: 'navigation', answer };
}

/** @throws {ControlError} not_found in a checkout that was compiled without the set-up */
async function readPage(file: string): Promise<HttpReply> {
  try {
    return toHtmlReply(await readFile(new URL(file, FOLDER), 'utf8'));
  } catch {
    throw new ControlError('not_found', 'The reference was not built.', 'Build it with: npm run setup');
  }
}
