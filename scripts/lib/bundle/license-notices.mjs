import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const NOTICE = /^(?:licen[cs]e|notice|copying)/i;

/**
 * The license notices of the packages that files are from.
 *
 * @param {readonly string[]} paths of the bundled files, from the project's folder on
 * @returns {string} one section for each package
 */
export function licenseNotices(paths) {
  const sections = packageFolders(paths).map((folder) => toSection(join(ROOT, folder)));
  return `Guildhall contains these packages:\n\n${sections.join('\n')}`;
}

/** The folders of the packages that files are from, each once, in the order of the files. */
export function packageFolders(paths) {
  return [...new Set(paths.map((path) => PACKAGE.exec(path)?.[0]).filter((folder) => folder !== undefined))];
}

function toSection(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const notices = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  return [`${name} ${version} (${license})`, '', ...notices, '', '-'.repeat(80), ''].join('\n');
}
