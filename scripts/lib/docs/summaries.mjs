import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from '../run.mjs';

/** What the docstring of a command's or event's file says of it, without its name. @param folder of `src/rpc` */
export function summaryOf(folder, name) {
  const path = `${ROOT}src/rpc/${folder}/${name.toLowerCase().replaceAll('_', '-')}.ts`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const docstring = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = \w+\(/.exec(text)?.[1] ?? '';
  const plain = oneLine(docstring);
  const [, said = plain] = /^[A-Z_]+: (.*)$/.exec(plain) ?? [];
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** The docstring of each property of an interface, by its name. */
export function propertySummaries(path) {
  const text = readFileSync(`${ROOT}${path}`, 'utf8');
  const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+):/g);
  return new Map([...found].map(([, docstring, name]) => [name, oneLine(docstring)]));
}

function oneLine(docstring) {
  return docstring
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^\s*\*?\s*/, '')
    .trim();
}
