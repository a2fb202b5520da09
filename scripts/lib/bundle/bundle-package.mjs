import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isBuiltFrom, markBuilt } from '../files.mjs';
import { ROOT, say } from '../run.mjs';
import { loadEsbuild } from './esbuild.mjs';

/** Node.js finds a package here before the one of the project, from any module in `dist`. */
const OUTPUT = `${ROOT}dist/node_modules`;
const SELF = `${ROOT}scripts/lib/bundle/bundle-package.mjs`;

/**
 * Bundles a package of many small modules for the modules in `dist`: loading each module costs time at every start
 * (docs/adr/0026). Where esbuild does not run, `dist` uses the package as it is installed.
 *
 * @param {string} name a package whose `exports` are ES modules
 */
export function bundlePackage(name) {
  const folder = join(OUTPUT, name);
  const stamp = join(folder, '.built');
  const manifests = [name, 'esbuild'].map((each) => `${ROOT}node_modules/${each}/package.json`);
  const wanted = fingerprint([SELF, ...manifests]);
  if (isBuiltFrom(stamp, wanted)) return;
  rmSync(folder, { recursive: true, force: true });
  const esbuild = loadEsbuild();
  if (esbuild === null)
    return say(`esbuild does not run here: ${name} is not bundled, and starts take longer`);
  say(`bundling ${name} (esbuild)`);
  const { version, license, exports } = JSON.parse(readFileSync(manifests[0], 'utf8'));
  const modules = Object.entries(exports).map(([path, { import: target }]) => ({
    path,
    in: `${ROOT}node_modules/${name}/${target}`,
    out: path === '.' ? 'index' : path.slice(2),
  }));
  esbuild.buildSync({
    entryPoints: modules.map(({ in: from, out }) => ({ in: from, out })),
    outdir: folder,
    bundle: true,
    // What several entry points share exists once, as in the package: it has settings that one of them changes.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  const bundled = Object.fromEntries(modules.map(({ path, out }) => [path, `./${out}.js`]));
  const manifest = { name, version, license, type: 'module', exports: bundled };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  markBuilt(stamp, wanted);
}
