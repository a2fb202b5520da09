// test:all windows: compiles and links all native code for Windows
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { runInNewContext } from 'node:vm';
import { realTest } from '../hardware/support/programs.js';
import { ROOT, runInProject } from './support/run-in-project.js';

interface Target {
  sources: string[];
  defines: string[];
  libraries: string[];
  conditions: [condition: string, Partial<Target>][];
}

const TOOLS = 'x86_64-w64-mingw32';
/** The one of its compilers that has std::thread. */
const COMPILER = `${TOOLS}-g++-posix`;
const { nodeHeaders } = (await import(
  new URL('../../scripts/lib/node-headers.mjs', import.meta.url).href
)) as {
  nodeHeaders: () => string;
};
const { include_dir: addonApi } = createRequire(import.meta.url)('node-addon-api') as { include_dir: string };

// No Windows is needed for it, and so nothing is run: the compiler reads every source of the Windows addon, and its parts
// must fit together.
describe('the addon for Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-windows-'));
  after(() => rmSync(folder, { recursive: true }));
  const { sources, defines, libraries } = windowsTarget();
  const flags = [
    ...['-std=c++17', '-Wall', '-Wextra', '-Werror', '-DWIN32', ...defines.map((define) => `-D${define}`)],
    // Headers of others are not ours to fix.
    ...['-I', 'native', '-isystem', addonApi.replaceAll('"', ''), '-isystem', nodeHeaders()],
  ];
  for (const [index, source] of sources.entries()) {
    realTest([COMPILER], `${source} compiles without a warning`, async () => {
      await runInProject(COMPILER, [...flags, '-c', '-o', join(folder, `${index}.o`), source]);
    });
  }

  realTest([COMPILER], 'links: its files and the libraries of Windows have all that it calls', async () => {
    const objects = readdirSync(folder).map((name) => join(folder, name));
    assert.equal(objects.length, sources.length);
    const node = await nodeLibrary(folder, objects);
    const named = libraries.map((name) => `-l${name.replace(/\.lib$/, '')}`);
    const addon = join(folder, 'guildhall.node');
    await runInProject(COMPILER, ['-shared', '-static', '-o', addon, ...objects, node, ...named]);
  });
});

/** Makes what stands for Node.js in linking: every function of Node-API that the objects call. @returns its path */
async function nodeLibrary(folder: string, objects: readonly string[]): Promise<string> {
  const undefinedNames = await runInProject(`${TOOLS}-nm`, ['--undefined-only', ...objects]);
  const functions = new Set(undefinedNames.match(/\b(?:napi|node_api)_\w+/g));
  const definition = join(folder, 'node.def');
  const library = join(folder, 'libnode.a');
  writeFileSync(definition, `LIBRARY node.exe\nEXPORTS\n${[...functions].join('\n')}\n`);
  await runInProject(`${TOOLS}-dlltool`, ['--input-def', definition, '--output-lib', library]);
  return library;
}

/** What binding.gyp compiles on Windows, and links with. */
function windowsTarget(): Omit<Target, 'conditions'> {
  const text = readFileSync(join(ROOT, 'binding.gyp'), 'utf8').replaceAll(/^\s*#.*$/gm, '');
  // Its notation is Python's, which but for comments is JavaScript's too.
  const { targets } = runInNewContext(`(${text})`) as { targets: [Target] };
  const [target] = targets;
  const parts = target.conditions.filter(([condition]) => condition === 'OS=="win"').map(([, part]) => part);
  assert.equal(parts.length, 1);
  return {
    sources: [...target.sources, ...(parts[0]?.sources ?? [])],
    defines: [...target.defines, ...(parts[0]?.defines ?? [])],
    libraries: parts[0]?.libraries ?? [],
  };
}
