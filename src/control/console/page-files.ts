import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpReply } from '../../net/http/http-reply.js';
import { OnDemand } from '../../platform/async/on-demand.js';
import { type ControlRoute, UNKNOWN_PATH } from '../server/application.js';

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

/** The pages by their address. */
const PAGES = { '/': 'index.html', '/dock': 'dock/dock.html' } as const;

/** Marks where a page contains another file, e.g. `<!-- include voice/voice.html -->`. */
const INCLUDE = /<!-- include ([a-z/-]+\.html) -->/g;

/** The pages. Links and redirects from other origins may only lead to them. */
export const pageRoutes = Object.entries(PAGES).map(([path, file]): ControlRoute => {
  // Once: anybody may request a page, and it has many parts.
  const page = new OnDemand(() => assemblePage(file));
  return {
    method: 'GET',
    path,
    crossOriginUse: 'navigation',
    servesFormerRuns: true,
    answer: async () => toHtmlReply(await page.get()),
  };
});

export function toHtmlReply(html: string): HttpReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}

/**
 * Serves the page's files: those of the build's folder of the page, each at its own path. They contain no secrets: the
 * page's data comes from guarded routes.
 */
export function pageFiles(): ControlRoute {
  // They are listed when the first one is requested, because listing them delays the start.
  const files = new OnDemand(listFiles);
  return {
    method: 'GET',
    path: '/',
    servesFormerRuns: true,
    async answer({ segments }) {
      const path = segments.join('/');
      const [file, type] = [(await files.get()).get(path), CONTENT_TYPES[extname(path)]];
      if (file === undefined || type === undefined) throw UNKNOWN_PATH;
      return { status: 200, headers: { 'content-type': type }, body: await readFile(file) };
    },
  };
}

/** The files of the page by path. */
async function listFiles(): Promise<ReadonlyMap<string, URL>> {
  const own = await readdir(FOLDER, { recursive: true });
  return new Map([
    ...own.map((path) => [path.replaceAll('\\', '/'), new URL(path, FOLDER)] as const),
    ...SHARED.map((path) => [path, new URL(`../../${path}`, FOLDER)] as const),
  ]);
}

/** A page with the HTML of its parts. */
async function assemblePage(file: string): Promise<string> {
  const page = await readText(file);
  const names = [...page.matchAll(INCLUDE)].map(([, name = '']) => name);
  const parts = new Map(await Promise.all(names.map(async (name) => [name, await readText(name)] as const)));
  return page.replace(INCLUDE, (_comment, name: string) => parts.get(name) ?? '');
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8');
}
