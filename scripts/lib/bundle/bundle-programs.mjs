import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCES_STAMP } from '../compile-project.mjs';
import { filesBelow, fingerprint, isBuiltFrom, markBuilt } from '../files.mjs';
import { ROOT, say } from '../run.mjs';
import { builtUrls } from './built-urls.mjs';
import { loadEsbuild } from './esbuild.mjs';
import { licenseNotices } from './license-notices.mjs';
import { unusedPackages } from './unused-packages.mjs';

const OUTPUT = `${ROOT}dist/bundle`;
const STAMP = join(OUTPUT, '.built');

/** The processes of Guildhall: the CLI, with the daemon, and a driver. */
const ENTRY_POINTS = {
  cli: `${ROOT}src/cli/run-process.ts`,
  'driver-host': `${ROOT}src/hardware/host/run-host.ts`,
};
/** Packages with native code or WebAssembly. */
const EXTERNAL = ['naudiodon', 'node-hid', 'opusscript', 'sqlite3', 'uiohook-napi'];

/**
 * Bundles each program with its packages into one file of `dist/bundle` (docs/adr/0026), to be called when `dist` is
 * compiled. Where esbuild does not run there are no bundles, and the modules in `dist` run instead.
 */
export async function bundlePrograms() {
  const inputs = [...filesBelow(`${ROOT}scripts/lib/bundle`), `${ROOT}package-lock.json`];
  const sources = readFileSync(SOURCES_STAMP, 'utf8');
  const id = fingerprint([SOURCES_STAMP, ...inputs]);
  if (isBuiltFrom(STAMP, id)) return;
  rmSync(OUTPUT, { recursive: true, force: true });
  const esbuild = loadEsbuild();
  if (esbuild === null) return say('esbuild does not run here: nothing is bundled, and starts take longer');
  say('bundling Guildhall (esbuild)');
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS,
    outdir: OUTPUT,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    // The loader compiles a script, in which there is no import(); the external packages are CommonJS.
    supported: { 'dynamic-import': false },
    plugins: [builtUrls, unusedPackages],
    // The loader reads the bundle as Latin-1, which takes half as much memory as other strings.
    charset: 'ascii',
    // Removes comments. Names stay, and lines short enough to print.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    // ws and pg would look for native packages.
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      'process.env.NODE_PG_FORCE_NATIVE': '""',
    },
    banner: { js: `/* ${sources} ${id} */(function (exports, require, module, __filename) {` },
    footer: { js: '})' },
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  await indexSourceMaps();
  writeFileSync(join(OUTPUT, 'metafile.json'), JSON.stringify(metafile));
  writeFileSync(join(OUTPUT, 'THIRD-PARTY.txt'), licenseNotices(Object.keys(metafile.inputs)));
  markBuilt(STAMP, id);
}

/** With an index, a process that formats a stack trace need not decode a whole source map. */
async function indexSourceMaps() {
  const { indexSourceMap } = await import(`${ROOT}dist/platform/bundle/source-map-index.js`);
  for (const name of Object.keys(ENTRY_POINTS)) {
    const path = join(OUTPUT, `${name}.cjs.map`);
    writeFileSync(`${path}.index`, indexSourceMap(readFileSync(path, 'utf8')));
  }
}
