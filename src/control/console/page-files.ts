import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { allowCrossOrigin } from '../../net/route-origins.js';

/** The page's files by path, relative to `control/page` in the build: only listed files are served. */
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  // The later ones win over the earlier ones.
  '/base.css': ['base.css', 'text/css; charset=utf-8'],
  '/overview.css': ['overview.css', 'text/css; charset=utf-8'],
  '/consent.css': ['consent.css', 'text/css; charset=utf-8'],
  '/voice.css': ['voice.css', 'text/css; charset=utf-8'],
  '/voice-meter.css': ['voice-meter.css', 'text/css; charset=utf-8'],
  '/narrow.css': ['narrow.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
  '/main.js': ['main.js', 'text/javascript; charset=utf-8'],
  '/api.js': ['api.js', 'text/javascript; charset=utf-8'],
  '/avatar.js': ['avatar.js', 'text/javascript; charset=utf-8'],
  '/capture-banner.js': ['capture-banner.js', 'text/javascript; charset=utf-8'],
  '/consent-dialog.js': ['consent-dialog.js', 'text/javascript; charset=utf-8'],
  '/dom.js': ['dom.js', 'text/javascript; charset=utf-8'],
  '/live.js': ['live.js', 'text/javascript; charset=utf-8'],
  '/overview.js': ['overview.js', 'text/javascript; charset=utf-8'],
  '/scroll-hint.js': ['scroll-hint.js', 'text/javascript; charset=utf-8'],
  '/setting-control.js': ['setting-control.js', 'text/javascript; charset=utf-8'],
  '/views.js': ['views.js', 'text/javascript; charset=utf-8'],
  '/voice.js': ['voice.js', 'text/javascript; charset=utf-8'],
  '/voice-channels.js': ['voice-channels.js', 'text/javascript; charset=utf-8'],
  '/voice-connection.js': ['voice-connection.js', 'text/javascript; charset=utf-8'],
  '/voice-key.js': ['voice-key.js', 'text/javascript; charset=utf-8'],
  '/voice-members.js': ['voice-members.js', 'text/javascript; charset=utf-8'],
  '/voice-meter.js': ['voice-meter.js', 'text/javascript; charset=utf-8'],
  '/voice-settings.js': ['voice-settings.js', 'text/javascript; charset=utf-8'],
  '/voice-view.js': ['voice-view.js', 'text/javascript; charset=utf-8'],
  // The path to which `../../platform/…` resolves in a browser.
  '/platform/letter-avatar.js': ['../../platform/letter-avatar.js', 'text/javascript; charset=utf-8'],
  '/platform/visible-text.js': ['../../platform/visible-text.js', 'text/javascript; charset=utf-8'],
} as const;

/** Where the build puts them. */
const FOLDER = new URL('../page/', import.meta.url);

/** Serves the page's files. They contain no secrets: the page's data comes from guarded routes. */
export function servePageFiles(app: FastifyInstance): void {
  for (const [url, [name, contentType]] of Object.entries(FILES)) {
    // Links and redirects from other origins may only lead to the page itself.
    const config = allowCrossOrigin(url === '/' ? 'navigation' : 'none');
    app.get(url, { config }, async (_request, reply) => {
      const content = await readFile(new URL(name, FOLDER));
      return reply.header('content-type', contentType).send(content);
    });
  }
}
