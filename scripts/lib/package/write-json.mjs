import { writeFileSync } from 'node:fs';

/** Writes a value as a JSON file that people can read. */
export function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
