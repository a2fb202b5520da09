import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_TEXT } from '../../../../dist/control/doctor/udev.js';
import { cliFiles } from '../../cli-files.mjs';
import { ROOT } from '../../run.mjs';
import { nodeLicense } from '../documents.mjs';
import { changelogText, copyrightText, lintianOverrides } from './documents.mjs';
import { packagedUnits } from './units.mjs';
import { writeCompressed, writeInto } from './write-into.mjs';

const DOCUMENTS = 'usr/share/doc/guildhall';
/** Documents of the tree, or else of the project, and their names among Debian's documents. */
const MOVED = {
  'README.md': 'README.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  'dist/bundle/THIRD-PARTY.txt': 'THIRD-PARTY.txt',
};

/** Adds documents, the manual page, completions, units and the udev rule to the root of a package. */
export function addSystemFiles(root, { version, date }) {
  writeInto(root, `${DOCUMENTS}/copyright`, copyrightText());
  writeCompressed(root, `${DOCUMENTS}/changelog`, changelogText({ version, date }));
  writeCompressed(root, `${DOCUMENTS}/NODE-LICENSE`, readFileSync(nodeLicense()));
  for (const [from, to] of Object.entries(MOVED)) moveDocument(root, from, to);
  rmSync(join(root, 'usr/lib/guildhall/LICENSE'), { force: true });
  writeInto(root, 'usr/share/lintian/overrides/guildhall', lintianOverrides());
  // Not where udev reads it: every program of the person could then read what is typed (docs/adr/0034).
  writeInto(root, 'usr/share/guildhall/70-guildhall.rules', RULE_TEXT);
  for (const { path, text } of packagedUnits(version)) writeInto(root, path, text);
  for (const { path, text } of cliFiles(date)) {
    if (path.includes('/man/')) writeCompressed(root, `usr/${path}`, text);
    else writeInto(root, `usr/${path}`, text);
  }
}

function moveDocument(root, from, to) {
  const path = join(root, 'usr/lib/guildhall', from);
  const source = existsSync(path) ? path : `${ROOT}${from}`;
  writeCompressed(root, `${DOCUMENTS}/${to}`, readFileSync(source));
  rmSync(path, { force: true });
}
