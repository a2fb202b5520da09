import { readFileSync, rmSync } from 'node:fs';
import { SOURCES_STAMP } from '../compile-project.mjs';
import { fingerprint, isBuiltFrom, markBuilt } from '../files.mjs';
import { ROOT, say } from '../run.mjs';
import { loadEsbuild } from './esbuild.mjs';

const FOLDER = `${ROOT}dist/kit`;
const OUTPUT = `${FOLDER}/guildhall-client.mjs`;
const STAMP = `${FOLDER}/.built`;
const SELF = `${ROOT}scripts/lib/bundle/bundle-client.mjs`;

/**
 * Bundles the client library for web pages into one module (docs/for-games.md, In a browser), to be called when `dist` is
 * compiled. Where esbuild does not run, pages have to bundle the library themselves.
 */
export function bundleClient() {
  const wanted = fingerprint([SOURCES_STAMP, SELF]);
  if (isBuiltFrom(STAMP, wanted)) return;
  rmSync(OUTPUT, { force: true });
  const esbuild = loadEsbuild();
  if (esbuild === null)
    return say('esbuild does not run here: the client library for web pages is not bundled');
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  esbuild.buildSync({
    entryPoints: [`${ROOT}src/kit/client/browser.ts`],
    outfile: OUTPUT,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    banner: { js: `// guildhall ${version}, client library for web pages (MIT)` },
    logLevel: 'warning',
  });
  markBuilt(STAMP, wanted);
}
