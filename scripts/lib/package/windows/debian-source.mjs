import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, makeOnce } from '../../cache-folder.mjs';
import { debianSources } from '../../lab/debian.mjs';
import { StepError, say } from '../../run.mjs';

const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The source of a library.
 *
 * @typedef {object} DebianSource
 * @property {string} name of the package
 * @property {string} version of its authors, e.g. `1.3.1`
 * @property {string} folder with the patches of Debian applied
 */

/**
 * The source of a Debian package, of the release that apt is set to here. It is downloaded once, and kept.
 *
 * @returns {DebianSource}
 * @throws {StepError} if apt cannot get it
 */
export function debianSource(name) {
  const cache = join(cacheFolder('guildhall-package'), 'sources');
  const kept = makeOnce(join(cache, name), (work) => download(name, work, join(cache, 'lists')));
  const folder = readdirSync(kept, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (folder === undefined) throw new StepError(`${kept} has no source; remove it to download it again`);
  return { name, version: folder.name.slice(name.length + 1), folder: join(kept, folder.name) };
}

/** apt checks the signatures. @param {string} lists the folder of apt's lists @returns the folder of the source */
function download(name, work, lists) {
  say(`downloading the source of ${name} from Debian`);
  const list = join(work, 'sources.list');
  const option = existsSync(KEYS) ? `[signed-by=${KEYS}] ` : '';
  const lines = debianSources()
    .split('\n')
    .filter((line) => line.endsWith(' main'));
  writeFileSync(list, `${lines.map((line) => line.replace(/^deb /, `deb-src ${option}`)).join('\n')}\n`);
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const flags = ['-qq', '-o', `Dir::Etc::SourceList=${list}`, '-o', 'Dir::Etc::SourceParts=/dev/null'];
  const settings = [...flags, '-o', `Dir::State::Lists=${lists}`, '-o', 'APT::Sandbox::User=root'];
  const target = join(work, 'source');
  mkdirSync(target);
  for (const words of [['update'], ['source', name]]) {
    const { status, stderr } = spawnSync('apt-get', [...settings, ...words], {
      cwd: target,
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new StepError(
        `apt-get ${words.join(' ')}: ${stderr}\nThe source of ${name} is needed for ${name}.dll. It needs apt with Debian's sources, and dpkg-dev.`,
      );
  }
  return target;
}
