import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** docs/architecture.md, Layers: what each folder of `src/` may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: ['control', 'daemon', 'install', 'platform', 'protocol'],
  daemon: [
    'control',
    'install',
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
  cluster: ['api', 'guilds', 'store', 'net', 'protocol', 'platform'],
  install: ['platform'],
  rpc: ['client', 'voice', 'hardware', 'net', 'protocol', 'platform'],
  voice: ['client', 'hardware', 'net', 'protocol', 'platform'],
  client: ['net', 'protocol', 'platform'],
  api: ['guilds', 'store', 'net', 'protocol', 'platform'],
  hardware: ['protocol', 'platform'],
  store: ['guilds', 'net', 'protocol', 'platform'],
  guilds: ['protocol', 'platform'],
  net: ['protocol', 'platform'],
  kit: ['protocol', 'platform'],
  protocol: [],
  platform: [],
};

/**
 * The same for the folders of `src/api/`, from the top down: what builds the service, what clients speak, what a version sends and
 * takes, what the service does, and what all of it stands on.
 */
const API_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  compose: [
    'rest',
    'gateway',
    'voice',
    'authorize-page',
    'versions',
    'administration',
    'oauth2',
    'guilds',
    'private-channels',
    'attachments',
    'accounts',
    'core',
  ],
  rest: ['versions', 'oauth2', 'guilds', 'private-channels', 'messages', 'attachments', 'accounts', 'core'],
  gateway: ['versions', 'guilds', 'private-channels', 'accounts', 'core'],
  voice: ['core'],
  'authorize-page': ['versions', 'oauth2', 'accounts', 'core'],
  versions: ['images', 'accounts', 'core'],
  administration: ['oauth2', 'guilds', 'images', 'accounts', 'core'],
  oauth2: ['guilds', 'accounts', 'core'],
  guilds: ['accounts', 'core'],
  'private-channels': ['accounts', 'core'],
  messages: ['attachments', 'accounts'],
  attachments: ['core'],
  images: ['core'],
  accounts: ['core'],
  core: [],
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

interface Import {
  /** as the file writes it */
  readonly specifier: string;
  /** the path */
  readonly target: string;
  readonly isType: boolean;
  /** whether it is loaded when a function asks for it, and not with the file */
  readonly isLate: boolean;
}

/** What a file imports. */
function imports(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(import type [^;]*?)?(?:from|import)\s*(\()?\s*'(\.{1,2}\/[^']+)'/g);
  return [...found].map(([, type, call, specifier = '']) => {
    return {
      specifier,
      target: resolve(dirname(path), specifier),
      isType: type !== undefined,
      isLate: call !== undefined,
    };
  });
}

for (const [place, mayImport] of [
  ['', MAY_IMPORT],
  ['api', API_MAY_IMPORT],
] as const) {
  test(`imports in src/${place} only go to lower layers`, () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const path of sources(join(src, place))) {
      const folder = folderIn(place, path) ?? '';
      const allowed = mayImport[folder];
      assert.ok(allowed, `${relative(root, path)} is in no layer`);
      for (const { specifier, target } of imports(path)) {
        const imported = folderIn(place, target);
        if (imported === null) continue;
        seen += 1;
        if (imported !== folder && !allowed.includes(imported))
          wrong.push(`${relative(root, path)}: ${specifier}`);
      }
    }
    assert.ok(seen > 100, 'the imports were not found');
    assert.deepEqual(wrong, []);
  });

  test(`the layers of src/${place} are listed top-down and are not empty`, () => {
    const below = new Set(Object.keys(mayImport));
    for (const [folder, allowed] of Object.entries(mayImport)) {
      below.delete(folder);
      assert.deepEqual(
        allowed.filter((name) => !below.has(name)),
        [],
        folder,
      );
      assert.ok(readdirSync(join(src, place, folder)).length > 0);
    }
  });
}

/** The folder below a place in `src/` that a path is in; null: none. */
function folderIn(place: string, path: string): string | null {
  const inPlace = relative(join(src, place), path);
  return inPlace.startsWith('..') ? null : (inPlace.split('/')[0] ?? null);
}

/** Every source that is loaded with one, or late; what is imported for its types alone is not loaded. */
function loadedWith(entry: string, isNeeded = (_imported: Import) => true): Set<string> {
  const reached = new Set<string>();
  const waiting = [join(src, entry)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { specifier } of imports(path).filter((each) => !each.isType && isNeeded(each))) {
      waiting.push(resolve(dirname(path), specifier.replace(/\.js$/, '.ts')));
    }
  }
  return reached;
}

test('src contains no mocks: they are in test/mocks', () => {
  const mocks = [...sources(src)].filter((path) => /\bmock/i.test(readFileSync(path, 'utf8')));
  assert.deepEqual(mocks, []);
});

test('only driver hosts load native input, HID and audio modules', () => {
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

test('a single process loads no cluster, PostgreSQL or NATS modules', () => {
  const reached = loadedWith('daemon/service.ts', ({ isLate }) => !isLate);
  assert.ok(reached.has(join(src, 'api/compose/start-api.ts')), 'the service was not reached');
  const isOfCluster = (path: string) => /^(?:cluster|store\/postgres)\//.test(relative(src, path));
  assert.deepEqual([...reached].filter(isOfCluster), []);
  const drivers = [...sources(src)].filter((path) =>
    /^import (?!type ).*'(?:pg|@nats-io[^']*)'|import\('@nats-io/m.test(readFileSync(path, 'utf8')),
  );
  assert.ok(drivers.length >= 2, 'the drivers were not found');
  assert.deepEqual(
    drivers.filter((path) => !isOfCluster(path)),
    [],
  );
});

test('driver hosts do not load TypeBox, which would slow down restarts', () => {
  const reached = loadedWith('hardware/host/host-main.ts');
  assert.ok(reached.has(join(src, 'hardware/audio/audio-driver.ts')), 'the drivers were not reached');
  assert.deepEqual(
    [...reached].filter((path) => /^import (?!type ).*'typebox/m.test(readFileSync(path, 'utf8'))),
    [],
  );
});
