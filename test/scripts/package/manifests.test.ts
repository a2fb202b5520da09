import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

interface Release {
  readonly version: string;
  readonly date: Date;
  readonly zip: string;
  readonly installer: string;
}

const { writeManifests } = (await import(
  new URL('../../../scripts/lib/package/windows/manifests.mjs', import.meta.url).href
)) as { writeManifests(output: string, release: Release): string[] };

const RELEASE: Release = {
  version: '9.8.7',
  date: new Date('2026-11-29T08:00:00Z'),
  zip: 'guildhall-9.8.7-windows-x64.zip',
  installer: 'guildhall-9.8.7-windows-x64-setup.exe',
};

/** Writes the manifests of a release. @returns the text of each by its name */
function manifests(): Promise<Map<string, string>> {
  return withTemporaryFolder(async (folder) => {
    for (const name of [RELEASE.zip, RELEASE.installer]) await writeFile(join(folder, name), `of ${name}`);
    const names = writeManifests(folder, RELEASE);
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
      ),
    );
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads the YAML of a manifest: texts, and lists of texts and of objects of texts, one level deep. */
function parse(text: string): Record<string, string | (string | Record<string, string>)[]> {
  const toText = (scalar: string) => (scalar.startsWith('"') ? (JSON.parse(scalar) as string) : scalar);
  const toPair = (line: string) => {
    const [, key = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? assert.fail(line);
    return [key, value] as const;
  };
  const parsed: ReturnType<typeof parse> = {};
  let list: (string | Record<string, string>)[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const [, indent = '', rest = ''] = /^(- | {2})?(.*)$/.exec(line) ?? [];
    if (indent === '') {
      const [key, value] = toPair(rest);
      list = [];
      parsed[key] = value === '' ? list : toText(value);
    } else if (indent === '- ' && !/^\w+: /.test(rest)) {
      list.push(toText(rest));
    } else {
      if (indent === '- ') list.push({});
      const [key, value] = toPair(rest);
      const last = list.at(-1);
      assert.ok(typeof last === 'object', line);
      last[key] = toText(value);
    }
  }
  return parsed;
}

test('the manifests of winget have what its schema requires, and the hash of the installer', async () => {
  const made = await manifests();
  const of = (end: string) => parse(made.get(`winget/Guildhall.Guildhall${end}.yaml`) ?? assert.fail(end));
  const [version, installer, locale] = [of(''), of('.installer'), of('.locale.en-US')];
  for (const [type, manifest] of Object.entries({ version, installer, defaultLocale: locale })) {
    assert.match(
      String(manifest.PackageIdentifier),
      /^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/,
    );
    assert.equal(manifest.PackageVersion, '9.8.7');
    assert.equal(manifest.ManifestType, type);
    assert.match(String(manifest.ManifestVersion), /^\d+\.\d+\.\d+$/);
  }
  assert.equal(version.DefaultLocale, locale.PackageLocale);
  for (const key of ['Publisher', 'PackageName', 'License', 'ShortDescription'])
    assert.ok(String(locale[key]).length >= 3 && String(locale[key]).length <= 256, key);
  assert.match(String(locale.PackageUrl), /^https:\/\//);
  assert.equal(installer.InstallerType, 'nullsoft');
  assert.equal(installer.Scope, 'user');
  assert.equal(installer.UpgradeBehavior, 'install');
  assert.deepEqual(installer.InstallModes, ['interactive', 'silent']);
  assert.match(String(installer.MinimumOSVersion), /^\d+(\.\d+){0,3}$/);
  assert.equal(installer.ReleaseDate, '2026-11-29');
  const [only, ...others] = installer.Installers ?? [];
  assert.ok(typeof only === 'object' && others.length === 0);
  assert.equal(only.Architecture, 'x64');
  assert.match(only.InstallerUrl ?? '', /^https:\/\/.*\/v9\.8\.7\/guildhall-9\.8\.7-windows-x64-setup\.exe$/);
  assert.equal(only.InstallerSha256, sha256(`of ${RELEASE.installer}`).toUpperCase());
});

test('the manifest of winget names the entry of the installer in the registry', async () => {
  const script = await readFile(
    new URL('../../../scripts/lib/package/windows/installer.nsi', import.meta.url),
    'utf8',
  );
  const made = await manifests();
  const installer = parse(made.get('winget/Guildhall.Guildhall.installer.yaml') ?? '');
  const locale = parse(made.get('winget/Guildhall.Guildhall.locale.en-US.yaml') ?? '');
  assert.ok(script.includes(`\\Uninstall\\${installer.ProductCode}"`));
  assert.ok(script.includes(`"DisplayName" "${locale.PackageName}"`));
  assert.ok(script.includes(`"Publisher" "${locale.Publisher}"`));
});

test('the manifest of Scoop has what its schema requires, and the hash of the zip file', async () => {
  const { architecture, ...manifest } = JSON.parse((await manifests()).get('scoop/guildhall.json') ?? '');
  for (const key of ['version', 'description', 'homepage', 'license', 'bin'])
    assert.equal(typeof manifest[key], 'string', key);
  assert.deepEqual(Object.keys(manifest.uninstaller), ['script']);
  assert.deepEqual(Object.keys(architecture), ['64bit']);
  const { url, hash, extract_dir: folder } = architecture['64bit'];
  assert.match(url, /^https:\/\/[^$]*\/v9\.8\.7\/guildhall-9\.8\.7-windows-x64\.zip$/);
  assert.equal(hash, sha256(`of ${RELEASE.zip}`));
  assert.equal(folder, 'guildhall-9.8.7-windows-x64');
});
