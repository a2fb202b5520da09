import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { run, StepError } from '../run.mjs';

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

/** The package with the newest kernel, with its version in the name. */
export function kernelPackage() {
  const name = /Depends: (linux-image-\S+)/.exec(read('apt-cache', ['depends', 'linux-image-amd64']))?.[1];
  if (name === undefined) throw new StepError('apt knows no linux-image-amd64.\nRun: apt-get update');
  return name;
}

/** Downloads a package and unpacks it into a folder, without installing it. */
export function unpackPackage(name, folder) {
  const mend = 'Can apt reach its packages? Try: apt-get update';
  // Named relative to a folder that apt's own user may not write: it says so on stderr and downloads all the same.
  run('apt-get', ['download', '-qq', name], mend, { cwd: folder });
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  run('dpkg', ['-x', archive, '.'], mend, { cwd: folder });
}

function read(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new StepError(`${command} ${args[0]}: ${stderr}\nThe lab is made of Debian packages.`);
  return stdout.trim();
}
