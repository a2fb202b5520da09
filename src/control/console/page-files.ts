import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allowCrossOrigin } from '../../net/http/route-origins.js';
import { OnDemand } from '../../platform/async/on-demand.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** whether pages that were open before the daemon restarted may use the route; it has no secrets. Not by default */
    readonly servesFormerRuns?: boolean;
  }
}

/** Where the build puts the page's files. */
const FOLDER = new URL('../page/', import.meta.url);

/** Modules that the page shares with the daemon, by the path to which `../../../platform/…` resolves in a browser. */
const SHARED = [
  'platform/text/letter-avatar.js',
  'platform/crypto/session-proof.js',
  'platform/text/visible-text.js',
];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Marks where `index.html` contains another file, e.g. `<!-- include voice/voice.html -->`. */
const INCLUDE = /<!-- include ([a-z/-]+\.html) -->/g;

/**
 * Serves the page's files: those of the build's folder of the page, each at its own path. They contain no secrets: the
 * page's data comes from guarded routes.
 */
export function servePageFiles(app: FastifyInstance): void {
  const files = new PageFiles();
  // Links and redirects from other origins may only lead to the page itself.
  app.get(
    '/',
    { config: { ...allowCrossOrigin('navigation'), servesFormerRuns: true } },
    async (_request, reply) =>
      reply.header('content-type', 'text/html; charset=utf-8').send(await assemblePage()),
  );
  // One route for all: a route for each file would take several milliseconds of each start.
  app.get<{ Params: { '*': string } }>(
    '/*',
    { config: { servesFormerRuns: true } },
    async ({ params: { '*': path } }, reply) => {
      const [file, contentType] = [await files.find(path), CONTENT_TYPES[extname(path)]];
      if (file === undefined || contentType === undefined) return reply.callNotFound();
      return reply.header('content-type', contentType).send(await readFile(file));
    },
  );
}

/** The page's files. They are listed when the first one is asked for, because listing them delays the start. */
class PageFiles {
  readonly #files = new OnDemand(listFiles);

  /** The file at a path of the page; undefined if the page has none there. */
  async find(path: string): Promise<URL | undefined> {
    return (await this.#files.get()).get(path);
  }
}

/** The files of the page by path. */
async function listFiles(): Promise<ReadonlyMap<string, URL>> {
  const own = await readdir(FOLDER, { recursive: true });
  return new Map([
    ...own.map((path) => [path.replaceAll('\\', '/'), new URL(path, FOLDER)] as const),
    ...SHARED.map((path) => [path, new URL(`../../${path}`, FOLDER)] as const),
  ]);
}

/** The page with the HTML of its views. */
async function assemblePage(): Promise<string> {
  const index = await readText('index.html');
  const names = [...index.matchAll(INCLUDE)].map(([, name = '']) => name);
  const parts = new Map(await Promise.all(names.map(async (name) => [name, await readText(name)] as const)));
  return index.replace(INCLUDE, (_comment, name: string) => parts.get(name) ?? '');
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8');
}
