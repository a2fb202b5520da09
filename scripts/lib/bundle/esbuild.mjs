import { createRequire } from 'node:module';

/**
 * esbuild, or null where it does not run: it is one package for every platform and one with a program for each, which
 * npm may not have.
 *
 * @returns {typeof import('esbuild') | null}
 */
export function loadEsbuild() {
  const require = createRequire(import.meta.url);
  try {
    const esbuild = require('esbuild');
    esbuild.transformSync('');
    return esbuild;
  } catch {
    return null;
  }
}
