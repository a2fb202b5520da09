import { run } from '../run.mjs';

/** Packs a folder as an archive that the kernel unpacks at boot; several such archives may follow each other in one file. */
export function packTree(folder, archive) {
  const command = 'find . -print0 | cpio --null --create --format=newc --owner=+0:+0 --quiet > "$0"';
  run('sh', ['-c', command, archive], 'Is cpio installed? On Debian: apt install cpio', { cwd: folder });
}
