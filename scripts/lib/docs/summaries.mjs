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

function oneLine(docstring) {
  return docstring
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^\s*\*?\s*/, '')
    .trim();
}
