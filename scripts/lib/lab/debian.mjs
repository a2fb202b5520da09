import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { run, StepError } from '../run.mjs';

const HINT = 'Can apt reach its packages? Try: apt-get update';

/** Where this machine's apt takes Debian's packages from, as lines of a sources.list. */
export function debianSources() {
  return read('apt-get', [
    'indextargets',
    'Created-By: Packages',
    'Origin: Debian',
    '--format',
    'deb $(SITE) $(RELEASE) $(COMPONENT)',
  ]);
}

/** The code name of the release that apt is set to here, e.g. `bookworm`. */
export function debianRelease() {
  const [release] = read('apt-get', ['indextargets', 'Origin: Debian', '--format', '$(CODENAME)']).split(
    '\n',
  );
  return release.replace(/-.*/, '');
}

/** The package with the newest kernel, with its version in the name; null if apt does not know. */
export function kernelPackage() {
  const { stdout } = spawnSync('apt-cache', ['depends', 'linux-image-amd64'], { encoding: 'utf8' });
  return /Depends: (linux-image-\S+)/.exec(stdout ?? '')?.[1] ?? null;
}

/** Downloads a package and unpacks it into a folder, without installing it. */
export function unpackPackage(name, folder) {
  downloadPackage(name, folder);
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  run('dpkg', ['-x', archive, '.'], HINT, { cwd: folder });
}

/** Downloads a package into a folder. */
export function downloadPackage(name, folder) {
  // Named relative to a folder that apt's own user may not write: it says so on stderr and downloads all the same.
  run('apt-get', ['download', '-qq', name], HINT, { cwd: folder });
}

/** The control fields of a package file, one per line. */
export function readPackageFields(path) {
  return `${read('dpkg-deb', ['--field', path])}\n`;
}

function read(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new StepError(`${command} ${args[0]}: ${stderr}\nThe lab is made of Debian packages.`);
  return stdout.trim();
}
