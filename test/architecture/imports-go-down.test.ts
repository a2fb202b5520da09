import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** docs/architecture.md, Layers: what each folder of `src/` may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: ['control', 'daemon', 'platform', 'protocol', 'service'],
  daemon: [
    'control',
    'service',
    'rpc',
    'client',
    'voice',
    'api',
    'cluster',
    'hardware',
    'store',
    'net',
    'protocol',
    'platform',
  ],
  control: ['rpc', 'voice', 'hardware', 'client', 'net', 'kit', 'protocol', 'platform'],
  service: ['platform'],
  rpc: ['client', 'voice', 'hardware', 'net', 'protocol', 'platform'],
  client: ['net', 'protocol', 'platform'],
  voice: ['client', 'hardware', 'net', 'protocol', 'platform'],
  api: ['guilds', 'store', 'cluster', 'net', 'protocol', 'platform'],
  hardware: ['protocol', 'platform'],
  guilds: ['protocol', 'platform'],
  store: ['guilds', 'net', 'protocol', 'platform'],
  cluster: ['store', 'net', 'protocol', 'platform'],
  net: ['protocol', 'platform'],
  kit: ['protocol', 'platform'],
  protocol: [],
  platform: [],
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const src = join(root, 'src');

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Folders of `src/` that a file imports from, with the import, and whether that is for its types alone. */
function imports(path: string): { specifier: string; folder: string; isType: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(import type [^;]*?)?(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
  return [...found].map(([, type, specifier = '']) => {
    const target = relative(src, resolve(dirname(path), specifier));
    return { specifier, folder: target.split('/')[0] ?? '', isType: type !== undefined };
  });
}

test('imports only go to lower layers', () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const path of sources(src)) {
    const folder = relative(src, path).split('/')[0] ?? '';
    const allowed = MAY_IMPORT[folder];
    assert.ok(allowed, `src/${folder} has no layer`);
    for (const { specifier, folder: target } of imports(path)) {
      seen += 1;
      if (target !== folder && !allowed.includes(target)) wrong.push(`${relative(root, path)}: ${specifier}`);
    }
  }
  assert.ok(seen > 100, 'the imports were not found');
  assert.deepEqual(wrong, []);
});

/** Every source that is loaded with one; what is imported for its types alone is not loaded. */
function loadedWith(entry: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [join(src, entry)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { specifier } of imports(path).filter(({ isType }) => !isType)) {
      waiting.push(resolve(dirname(path), specifier.replace(/\.js$/, '.ts')));
    }
  }
  return reached;
}

test('src contains no mocks: they are in test/mocks', () => {
  const mocks = [...sources(src)].filter((path) => /\bmock/i.test(readFileSync(path, 'utf8')));
  assert.deepEqual(mocks, []);
});

test('nothing the daemon loads loads native input, HID or audio modules: only the hosts of drivers do', () => {
  const reached = loadedWith('cli/main.ts');
  assert.ok(reached.has(join(src, 'rpc/rpc-server.ts')), 'the daemon was not reached');
  const native = [...sources(src)].filter((path) =>
    /'(?:uiohook-napi|node-hid|naudiodon)'/.test(readFileSync(path, 'utf8')),
  );
  assert.ok(native.length >= 3, 'the drivers were not found');
  assert.deepEqual(
    native.filter((path) => reached.has(path)),
    [],
  );
});

test('no host of a driver loads the library of schemas: a driver that died would be back much later', () => {
  const reached = loadedWith('hardware/host/host-main.ts');
  assert.ok(reached.has(join(src, 'hardware/audio/audio-driver.ts')), 'the drivers were not reached');
  assert.deepEqual(
    [...reached].filter((path) => /^import (?!type ).*'typebox/m.test(readFileSync(path, 'utf8'))),
    [],
  );
});
