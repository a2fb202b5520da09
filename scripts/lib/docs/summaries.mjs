import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../run.mjs';

/** What the docstring of a command or event says of it, without its name. @param folder of `src/rpc` */
export function summaryOf(folder, name) {
  const path = `${ROOT}src/rpc/${folder}/`;
  for (const file of readdirSync(path)) {
    const docstrings = readFileSync(`${path}${file}`, 'utf8').matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = \w+\(/g,
    );
    for (const [, docstring] of docstrings) {
      const [, subject, summary] = /^([A-Z_]+): (.*)$/.exec(oneLine(docstring)) ?? [];
      if (subject === name) return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
    }
  }
  return '';
}

function oneLine(docstring) {
  return docstring
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^\s*\*?\s*/, '')
    .trim();
}
