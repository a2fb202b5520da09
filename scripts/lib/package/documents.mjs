import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../files.mjs';
import { ROOT, StepError } from '../run.mjs';

const START = fileURLToPath(new URL('contents/README.md', import.meta.url));
/** The sections of the project's README that are true of a package, too. */
const KEPT_SECTIONS = ['What it is', 'The command line', 'Where things run', 'More'];
/** Fenced code of Markdown, where `[&](const T&)` is no link, and the targets of links and images, without their fragments. */
const CODE_OR_TARGET = /^```[\s\S]*?^```$|(?<=\]\()(?<target>[^)\s#]+)/gm;
/** Where an installation of Node.js has its license, relative to the folder of `bin`. */
const NODE_LICENSES = ['LICENSE', 'share/doc/nodejs/LICENSE', 'share/doc/node/LICENSE'];
/** A domain that can never exist. */
const PLACEHOLDER = /\.example$/;

/**
 * Where the project is published: `repository` of package.json, the one place where it is set.
 *
 * @returns {{ url: string, isSet: boolean }} the address of its page
 */
export function projectPage() {
  const { repository } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const url = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return { url, isSet: !PLACEHOLDER.test(new URL(url).hostname) };
}

/** A release names where it is from. @throws {StepError} while package.json has a placeholder */
export function requireProjectPage() {
  const { url, isSet } = projectPage();
  if (!isSet)
    throw new StepError(`package.json has the placeholder ${url}: set "repository" before a release`);
}

/**
 * Makes the documents of a package true of it: a README that starts with what works there, the glibc that its modules need,
 * and links to what is not in it as links to the project's page.
 *
 * @param {string} folder of the package, with all other files
 * @param {{ glibc: string | null, version: string }} build
 */
export function finishDocuments(folder, { glibc, version }) {
  writeFileSync(join(folder, 'README.md'), packageReadme());
  const source = `${projectPage().url}/blob/v${version}`;
  for (const path of listDocuments(folder)) {
    const text = readFileSync(path, 'utf8').replaceAll(
      'glibc 2.30 or newer',
      `glibc ${glibc ?? '2.30'} or newer`,
    );
    const rewritten = text.replaceAll(CODE_OR_TARGET, (found, target) => {
      if (target === undefined || !isLocal(target)) return found;
      const inPackage = normalize(join(dirname(path), target));
      return existsSync(inPackage) ? target : `${source}/${relative(folder, inPackage)}`;
    });
    writeFileSync(path, rewritten);
  }
}

/** The license of the Node.js that runs this script, with those of its libraries. @throws {StepError} if it is not there */
export function nodeLicense() {
  const prefix = dirname(dirname(process.execPath));
  const found = NODE_LICENSES.map((path) => join(prefix, path)).find((path) => existsSync(path));
  if (found === undefined) throw new StepError(`the license of Node.js is not in ${prefix}`);
  return found;
}

/** Links of the documents of a package that lead to nothing in it, as `FILE: TARGET`. */
export function findBrokenLinks(folder) {
  return listDocuments(folder).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(CODE_OR_TARGET)]
      .map(([, target]) => target)
      .filter((target) => target !== undefined && isLocal(target))
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${relative(folder, path)}: ${target}`),
  );
}

function packageReadme() {
  const sections = readFileSync(`${ROOT}README.md`, 'utf8').split(/^(?=## )/m);
  const kept = KEPT_SECTIONS.map((title) => sections.find((text) => text.startsWith(`## ${title}\n`)));
  if (kept.includes(undefined)) throw new StepError('README.md has no longer all sections of the package’s');
  return [readFileSync(START, 'utf8'), ...kept]
    .map((text) => text.trim())
    .join('\n\n')
    .concat('\n');
}

function isLocal(target) {
  return !/^[a-z][a-z0-9+.-]*:/i.test(target);
}

function listDocuments(folder) {
  return filesBelow(folder).filter((path) => path.endsWith('.md') && !path.includes('/node_modules/'));
}
