// test:all packages: makes and checks all packages
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OTHER_UID } from '../../helpers/other-user.js';
import { assertServesRpc, makeFolder, makePackages, run, VERSION } from './support/made-packages.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Programs that an installation needs; no compiler is among them. */
const PROGRAMS = ['node', 'npm', 'sh'];

const { findBrokenLinks } = (await import(`file://${ROOT}scripts/lib/package/documents.mjs`)) as {
  findBrokenLinks(folder: string): string[];
};
const packages = makePackages();
const installed = installOffline(packages.npm);

/** Installs the package of npm as another user where possible, without a compiler or a network. @returns its folder */
function installOffline(archive: string): string {
  const folder = makeFolder();
  const [home, bin, prefix] = ['home', 'bin', 'prefix'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, bin, prefix]) {
    mkdirSync(path);
    // Whatever the umask.
    chmodSync(path, 0o755);
  }
  for (const program of PROGRAMS)
    symlinkSync(run('sh', ['-c', 'readlink -f "$(command -v "$0")"', program]).trim(), join(bin, program));
  const user = process.getuid?.() === 0 ? { uid: OTHER_UID, gid: OTHER_UID } : null;
  if (user !== null) for (const path of [home, prefix]) chownSync(path, user.uid, user.gid);
  const flags = ['install', '--global', '--offline', '--no-audit', '--prefix', prefix, archive];
  run(join(bin, 'npm'), flags, { cwd: home, env: { HOME: home, PATH: bin }, ...user });
  return join(prefix, 'lib/node_modules/guildhall');
}

/** All files below a folder. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the npm package serves RPC without a compiler or a network', () =>
  assertServesRpc(join(installed, 'dist/cli/main.js')));

test('the npm package has no install scripts', () => {
  const manifests = listFiles(installed).filter((path) => path.endsWith('/package.json'));
  assert.ok(manifests.length > 5);
  for (const path of manifests) {
    const { scripts, gypfile } = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual([scripts, gypfile], [undefined, undefined], path);
  }
  assert.deepEqual(
    listFiles(installed).filter((path) => path.endsWith('binding.gyp')),
    [],
  );
});

test('programs import the client library and its types from the npm package', () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(installed, join(folder, 'node_modules/guildhall'));
  const program =
    "import('guildhall/client').then(({ GuildhallClient }) => console.log(typeof GuildhallClient))";
  assert.equal(run(process.execPath, ['-e', program], { cwd: folder }), 'function\n');
  const types = listFiles(installed).filter((path) => path.endsWith('.d.ts'));
  assert.ok(types.some((path) => path.endsWith('dist/kit/types/index.d.ts')));
  const missing = types.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '(\..+?)\.js'/g)]
      .map(([, target]) => join(dirname(path), `${target}.d.ts`))
      .filter((target) => !types.includes(target)),
  );
  assert.deepEqual(missing, []);
});

test('a program installs the client and its types from both package files without a network', () => {
  const folder = makeFolder();
  const env = { ...process.env, HOME: folder };
  const types = join(packages.folder, `guildhall-types-${VERSION}.tgz`);
  // Without it npm would install into a folder above that has one.
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const flags of [[packages.npm], ['--save-dev', types]]) {
    run('npm', ['install', '--offline', '--no-audit', ...flags], { cwd: folder, env });
  }
  const program =
    "import('guildhall/client').then((client) => console.log(Object.keys(client).includes('exchangeCode')))";
  assert.equal(run(process.execPath, ['-e', program], { cwd: folder }), 'true\n');
  assert.ok(readdirSync(join(folder, 'node_modules/@guildhall/types')).includes('index.d.ts'));
});

test('both packages contain docs/, and doctor reports its path', () => {
  const root = makeFolder();
  run('dpkg-deb', ['--extract', packages.debian, root]);
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  for (const folder of [installed, join(root, 'usr/lib/guildhall')]) {
    const packed = readdirSync(join(folder, 'docs')).filter((name) => name.endsWith('.md'));
    assert.deepEqual(packed.sort(), pages.sort());
    assert.deepEqual(findBrokenLinks(folder), []);
    assert.ok(readdirSync(join(folder, 'examples')).includes('hello.mjs'));
    for (const kit of ['csharp/Guildhall.cs', 'cpp/guildhall.hpp', 'cpp/guildhall_json.hpp'])
      assert.deepEqual(readFileSync(join(folder, 'kits', kit)), readFileSync(join(ROOT, 'kits', kit)));
  }
  const home = join(makeFolder(), 'home');
  const args = [join(installed, 'dist/cli/main.js'), 'doctor', '--home', home];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.match(stdout, /daemon_not_running: see docs\/troubleshooting\.md/);
  assert.ok(stdout.includes(`The pages named above are in ${join(installed, 'docs')}\n`), stdout);
});

test('npm refuses the package on platforms without its native modules', () => {
  const { os, cpu, libc } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([os, cpu, libc], [['linux'], [process.arch], ['glibc']]);
});

test('package files do not contain the path of the build folder', () => {
  const root = makeFolder();
  run('dpkg-deb', ['--extract', packages.debian, root]);
  const found = [...listFiles(installed), ...listFiles(root)]
    // V8 stores the name of the program, and replaces it when it loads the cache.
    .filter((path) => !path.endsWith('.cache') && readFileSync(path).includes(ROOT));
  assert.deepEqual(found, []);
});

test('native modules search for libraries only in their own folder', () => {
  for (const path of listFiles(join(installed, 'prebuilds')).filter((each) => each.endsWith('.node'))) {
    const paths = [...run('readelf', ['--dynamic', path]).matchAll(/(?:RUNPATH|RPATH).*\[(.*)\]/g)];
    for (const [, value] of paths) assert.equal(value, '$ORIGIN', path);
  }
});

test('the Debian package contains its Node.js, the command, the manual page, completions and units', () => {
  const root = makeFolder();
  run('dpkg-deb', ['--extract', packages.debian, root]);
  const home = join(root, 'usr/lib/guildhall');
  const version = run(join(home, 'bin/node'), [join(home, 'dist/cli/main.js'), '--version'], { env: {} });
  assert.equal(version.trim(), VERSION);
  const paths = listFiles(root).map((path) => path.slice(root.length));
  for (const path of [
    '/usr/bin/guildhall',
    '/usr/share/man/man1/guildhall.1.gz',
    '/usr/share/bash-completion/completions/guildhall',
    '/usr/share/zsh/vendor-completions/_guildhall',
    '/usr/share/fish/vendor_completions.d/guildhall.fish',
    '/usr/share/guildhall/70-guildhall.rules',
    '/usr/lib/systemd/user/guildhall.service',
    '/usr/lib/systemd/system/guildhall-api.service',
  ])
    assert.ok(paths.includes(path), path);
  for (const unit of ['user/guildhall', 'system/guildhall-api', 'system/guildhall-voice']) {
    const text = readFileSync(join(root, `usr/lib/systemd/${unit}.service`), 'utf8');
    assert.ok(text.includes(`\nX-GuildhallVersion=${VERSION}\n`), unit);
  }
  // Rules that udev reads would let every program of the person read what is typed.
  assert.deepEqual(
    paths.filter((path) => path.includes('/rules.d/')),
    [],
  );
});

test('the Debian package passes lintian', () => {
  const output = run('lintian', ['--allow-root', '--fail-on', 'error,warning', packages.debian]);
  assert.equal(output, '');
});

test('package builds are reproducible', () => {
  const again = makePackages();
  assert.equal(
    readFileSync(join(again.folder, 'SHA256SUMS'), 'utf8'),
    readFileSync(join(packages.folder, 'SHA256SUMS'), 'utf8'),
  );
});

test('SHA256SUMS lists every package, and sha256sum accepts it', () => {
  const output = run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: packages.folder });
  const files = readdirSync(packages.folder).filter((name) => !['SHA256SUMS', 'prebuilds'].includes(name));
  assert.deepEqual(output.trim().split('\n').sort(), files.map((name) => `${name}: OK`).sort());
});

test('the SBOM lists every bundled or copied package', () => {
  const { specVersion, components } = JSON.parse(readFileSync(packages.sbom, 'utf8')) as {
    specVersion: string;
    components: { name: string; version: string; licenses: unknown[] }[];
  };
  assert.equal(specVersion, '1.5');
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const notices = readFileSync(join(installed, 'dist/bundle/THIRD-PARTY.txt'), 'utf8');
  const bundled = [...notices.matchAll(/^((?:@[\w-]+\/)?[\w.-]+ \d+\.\d+\.\d+) \(/gm)].map(([, one]) => one);
  assert.ok(bundled.length > 30);
  assert.deepEqual(
    bundled.filter((one) => !listed.has(one ?? '')),
    [],
  );
  const require = createRequire(import.meta.url);
  for (const name of ['sqlite3', 'naudiodon', 'node-hid', 'uiohook-napi', 'opusscript'])
    assert.ok(listed.has(`${name} ${require(`${ROOT}node_modules/${name}/package.json`).version}`), name);
  for (const name of ['node', 'sqlite', 'portaudio', 'hidapi', 'libuiohook'])
    assert.ok(
      components.some((one) => one.name === name),
      name,
    );
  assert.ok(components.every(({ licenses }) => licenses.length > 0));
});
