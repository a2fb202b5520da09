import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { test } from 'node:test';

/** The parts of esbuild's metafile that the tests read. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly inputs: Readonly<Record<string, unknown>>;
        readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
      }
    >
  >;
}

const FOLDER = new URL('../../dist/bundle/', import.meta.url);
const metafile: Metafile = JSON.parse(readFileSync(new URL('metafile.json', FOLDER), 'utf8'));

/** The files that a bundle contains, and the packages that it loads. */
function contentsOf(name: string) {
  const output = metafile.outputs[`dist/bundle/${name}.cjs`];
  assert.ok(output, `there is no bundle ${name}`);
  const loaded = output.imports.filter(({ path, external }) => external === true && !isBuiltin(path));
  return { files: Object.keys(output.inputs), packages: new Set(loaded.map(({ path }) => path)) };
}

test("the daemon bundle loads only the store's native module", () => {
  const { files, packages } = contentsOf('cli');
  assert.ok(files.includes('src/rpc/rpc-server.ts'), 'the daemon is not in the bundle');
  assert.deepEqual([...packages], ['sqlite3']);
});

test('the driver bundle loads native modules and WebAssembly Opus, and contains no schemas', () => {
  const { files, packages } = contentsOf('driver-host');
  const opus = 'opusscript/build/opusscript_native_wasm.js';
  assert.deepEqual(packages, new Set(['naudiodon', 'node-hid', 'uiohook-napi', opus]));
  assert.deepEqual(
    files.filter((path) => !path.startsWith('src/')),
    [],
  );
});

test('the notices list each bundled package with its license', () => {
  const notices = readFileSync(new URL('THIRD-PARTY.txt', FOLDER), 'utf8');
  const files = ['cli', 'driver-host'].flatMap((name) => contentsOf(name).files);
  const packages = new Set(
    files.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  assert.ok(packages.has('pino') && packages.has('typebox'), 'the packages were not found');
  for (const name of packages) {
    assert.match(
      notices,
      new RegExp(`^${name.replace(/[/.]/g, '\\$&')} \\d\\S* \\((?!undefined)[^)]+\\)$`, 'm'),
    );
  }
});

test('bundles are ASCII', () => {
  for (const path of Object.keys(metafile.outputs).filter((name) => name.endsWith('.cjs'))) {
    const bytes = readFileSync(new URL(`../../${path}`, import.meta.url));
    assert.equal(
      bytes.findIndex((byte) => byte > 0x7f),
      -1,
      path,
    );
  }
});
