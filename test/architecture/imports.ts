import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');

/** The source files of a folder of `src/`, by their path below `src/`. */
export function sourceFiles(folder = ''): string[] {
  const names = readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

/** The text of a file below `src/`. */
export function textOf(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

/** What a file imports, also for types alone, as it writes it. */
export function specifiers(file: string): string[] {
  const found = textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, specifier = '']) => specifier);
}

/** The files below `src/` that a file imports, also for types alone. */
export function importedFiles(file: string): string[] {
  return specifiers(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(src, resolve(src, dirname(file), specifier)).replace(/\.js$/, '.ts'));
}
