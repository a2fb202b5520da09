import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { ROOT } from '../run.mjs';

const SOURCES = `${ROOT}src`;

/**
 * A plugin of esbuild: `import.meta.url` in a bundle is the URL that the module has in `dist`, so that files are found
 * relative to it as without a bundle. The bundle is in a folder of `dist`, and `__filename` is its path.
 *
 * @type {import('esbuild').Plugin}
 */
export const builtUrls = {
  name: 'built-urls',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(SOURCES)) return undefined;
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const built = relative(SOURCES, path).split(sep).join('/').replace(/\.ts$/, '.js');
      const url = `new URL(${JSON.stringify(`../${built}`)}, require('node:url').pathToFileURL(__filename)).href`;
      return { contents: text.replaceAll('import.meta.url', `(${url})`), loader: 'ts' };
    });
  },
};
