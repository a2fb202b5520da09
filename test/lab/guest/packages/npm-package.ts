import assert from 'node:assert/strict';
import { PACKAGES } from '../service/debian-package.js';
import type { Person } from '../service/person.js';

/** The folder of global packages of a user, in their own folder. */
const PREFIX = 'npm';

/** The CLI of the npm package, for `Person.user`. */
export const OF_NPM = [`${PREFIX}/bin/guildhall`];

/** Installs the npm package of a version for one user, without a network. */
export function installFromNpm(person: Person, version: string): void {
  const { exitCode, stderr } = person.run(
    ...[process.execPath, `${PACKAGES}/npm/bin/npm-cli.js`, 'install', '--global', '--offline', '--no-audit'],
    ...['--prefix', `${person.folder}/${PREFIX}`, `${PACKAGES}/guildhall-${version}.tgz`],
  );
  assert.equal(exitCode, 0, stderr);
}

/** Removes what npm has installed and cached for a user. */
export function removeNpmFiles(person: Person): void {
  person.run('rm', '-r', `${person.folder}/${PREFIX}`, `${person.folder}/.npm`);
}
