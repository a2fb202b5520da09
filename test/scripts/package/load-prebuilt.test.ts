import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

interface Loader {
  loadPrebuilt(file: string): unknown;
  platformName(runtime: { platform: string; arch: string; execPath: string }): string;
}

const FILE = fileURLToPath(
  new URL('../../../scripts/lib/package/contents/load-prebuilt.cjs', import.meta.url),
);
const require = createRequire(import.meta.url);

test('native modules are selected by platform, architecture and C library', () =>
  withTemporaryFolder(async (folder) => {
    const { platformName } = require(FILE) as Loader;
    const [glibc, musl] = ['glibc', 'musl'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(glibc, '\x7fELF\0/lib64/ld-linux-x86-64.so.2\0');
    writeFileSync(musl, '\x7fELF\0/lib/ld-musl-aarch64.so.1\0');
    const names = [
      platformName({ platform: 'linux', arch: 'x64', execPath: glibc }),
      platformName({ platform: 'linux', arch: 'arm64', execPath: musl }),
      platformName({ platform: 'darwin', arch: 'arm64', execPath: '/nowhere' }),
    ];
    assert.deepEqual(names, ['linux-x64-glibc', 'linux-arm64-musl', 'darwin-arm64']);
  }));

test('a package that has lost a module says so as Node.js does', () =>
  withTemporaryFolder(async (folder) => {
    copyFileSync(FILE, join(folder, 'load.cjs'));
    const { loadPrebuilt, platformName } = require(join(folder, 'load.cjs')) as Loader;
    mkdirSync(join(folder, platformName(process)));
    const message = /^Cannot find module .*guildhall\.node$/;
    assert.throws(() => loadPrebuilt('guildhall.node'), { code: 'MODULE_NOT_FOUND', message });
  }));

test('a package without modules for this platform lists the available platforms', () =>
  withTemporaryFolder(async (folder) => {
    copyFileSync(FILE, join(folder, 'load.cjs'));
    mkdirSync(join(folder, 'plan9-mips'));
    const { loadPrebuilt } = require(join(folder, 'load.cjs')) as Loader;
    assert.throws(() => loadPrebuilt('guildhall.node'), /native modules for plan9-mips and none for /);
  }));
