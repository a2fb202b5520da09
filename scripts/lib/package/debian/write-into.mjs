import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The highest level, as Debian's policy asks for. */
const LEVEL = 9;

/** Writes a file below a folder, with the folders that it needs. */
export function writeInto(root, path, content, { mode = 0o644 } = {}) {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content, { mode });
}

/** Writes a file compressed, with `.gz` at the end of its name, and without a time in it. */
export function writeCompressed(root, path, content) {
  writeInto(root, `${path}.gz`, gzipSync(content, { level: LEVEL }));
}
