import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, fingerprint, isBuiltFrom, markBuilt, removeOrphans } from './files.mjs';
import { ROOT, runTool, say } from './run.mjs';

/** The file that keeps what `dist` was compiled from. */
export const SOURCES_STAMP = `${ROOT}dist/.built`;

/** What every project is compiled with: a change of these compiles it again. */
const SHARED = ['tsconfig.base.json', 'package-lock.json'].map((name) => `${ROOT}${name}`);

/**
 * Compiles a TypeScript project with `tsc -b`, which also compiles the projects it refers to and what has changed of
 * each. It compares times only and never looks at its output (TypeScript 7.0.2), so three things are added:
 *
 * - contents decide whether it runs: a source with an older time (unpacked archive, `cp -p`) would count as unchanged;
 * - outputs that are missing are compiled again: a removed file of `dist/` would stay missing;
 * - outputs without a source are removed: a deleted test would still run.
 *
 * @param {object} project
 * @param {string} project.name what is compiled, for the person at the terminal
 * @param {string} project.source folder with the sources and `tsconfig.json`
 * @param {string} project.output its `outDir`, with `.tsbuildinfo` in it
 * @param {boolean} [project.force] compile everything
 * @throws {StepError} if it does not compile
 */
export function compileProject({ name, source, output, force = false }) {
  const stamp = join(output, '.built');
  const buildInfo = join(output, '.tsbuildinfo');
  const wanted = fingerprint([...SHARED, ...filesBelow(source)]);
  removeOrphans(output, source);
  const isWhole = !force && hasEveryOutput(output, source);
  if (isWhole && isBuiltFrom(stamp, wanted)) return;
  say(`compiling ${name} (tsc -b)`);
  // Until it has succeeded nothing is known of the output: a failed run writes files, too.
  rmSync(stamp, { force: true });
  if (!isWhole) rmSync(buildInfo, { force: true });
  // Older than every source: an unpacked archive or a copy brings sources with old times.
  else if (existsSync(buildInfo)) utimesSync(buildInfo, 0, 0);
  runTool('typescript/bin/tsc', ['-b', source], 'It does not compile; see the compiler messages above.');
  markBuilt(stamp, wanted);
}

function hasEveryOutput(output, source) {
  return filesBelow(source)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .every((path) => existsSync(join(output, relative(source, path).replace(/\.ts$/, '.js'))));
}
