import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '../../files.mjs';
import { ROOT } from '../../run.mjs';
import { projectPage } from '../documents.mjs';

/** The package in winget's repository, and the publisher as the installer writes it into the registry. */
const IDENTIFIER = 'Guildhall.Guildhall';
const PUBLISHER = 'The Guildhall authors';
/** Of winget's schema. */
const MANIFEST_VERSION = '1.10.0';
const LOCALE = 'en-US';
/** The oldest Windows that its Node.js runs on. */
const MINIMUM_OS = '10.0.0.0';

/**
 * Writes what winget and Scoop need to install a release: three manifests of winget for the installer, and one of Scoop for the zip
 * file. The packages have to be published with the tag of the release, where `packageUrl` expects them.
 *
 * @param {string} output folder of the packages
 * @param {{ version: string, date: Date, zip: string, installer: string }} release names of the packages, which are there
 * @returns {string[]} the names of the files
 */
export function writeManifests(output, { version, date, zip, installer }) {
  const { description, license } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const { url: page } = projectPage();
  const packageUrl = (name) => `${page}/releases/download/v${version}/${name}`;
  const hash = (name) => hashOf(readFileSync(join(output, name)));
  const winget = (type, fields) => ({
    PackageIdentifier: IDENTIFIER,
    PackageVersion: version,
    ...fields,
    ManifestType: type,
    ManifestVersion: MANIFEST_VERSION,
  });
  const files = {
    [`winget/${IDENTIFIER}.yaml`]: toYaml(winget('version', { DefaultLocale: LOCALE })),
    [`winget/${IDENTIFIER}.installer.yaml`]: toYaml(
      winget('installer', {
        Platform: ['Windows.Desktop'],
        MinimumOSVersion: MINIMUM_OS,
        InstallerType: 'nullsoft',
        Scope: 'user',
        InstallModes: ['interactive', 'silent'],
        UpgradeBehavior: 'install',
        Commands: ['guildhall'],
        ProductCode: 'Guildhall',
        ReleaseDate: date.toISOString().slice(0, 10),
        Installers: [
          {
            Architecture: 'x64',
            InstallerUrl: packageUrl(installer),
            InstallerSha256: hash(installer).toUpperCase(),
          },
        ],
      }),
    ),
    [`winget/${IDENTIFIER}.locale.${LOCALE}.yaml`]: toYaml(
      winget('defaultLocale', {
        PackageLocale: LOCALE,
        Publisher: PUBLISHER,
        PackageName: 'Guildhall',
        PackageUrl: page,
        License: license,
        ShortDescription: description,
      }),
    ),
    'scoop/guildhall.json': `${JSON.stringify(
      {
        version,
        description,
        homepage: page,
        license,
        architecture: {
          '64bit': { url: packageUrl(zip), hash: hash(zip), extract_dir: zip.replace(/\.zip$/, '') },
        },
        bin: 'guildhall.cmd',
        // Its programs cannot be removed while they run.
        uninstaller: { script: '& "$dir\\guildhall.cmd" stop *> $null' },
      },
      null,
      4,
    )}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), text);
  }
  return Object.keys(files);
}

/** @param value an object whose values are texts, lists of texts, and lists of objects of texts */
function toYaml(value) {
  const lines = Object.entries(value).flatMap(([key, part]) =>
    Array.isArray(part) ? [`${key}:`, ...part.flatMap(toItem)] : [`${key}: ${toScalar(part)}`],
  );
  return [...lines, ''].join('\n');
}

function toItem(item) {
  if (typeof item === 'string') return [`- ${toScalar(item)}`];
  return Object.entries(item).map(
    ([key, text], index) => `${index === 0 ? '- ' : '  '}${key}: ${toScalar(text)}`,
  );
}

/** In quotes, where it could be read as something else than a text. */
function toScalar(text) {
  return /^[A-Za-z][\w./:-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
