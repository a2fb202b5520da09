import { UserError } from '../platform/errors.js';
import type { DeclaredLimit } from '../protocol/declaration/limits.js';
import type { Setting } from './settings.js';

/** Far above any useful value; rejects typing errors. */
const HIGHEST = 2 ** 31 - 1;

/** The setting of a limit: a key of `config.toml` and an environment variable, without a flag. */
export function limitSetting({ key, default: fallback }: DeclaredLimit): Setting<number> {
  return { key, read: readWholeNumber, fallback };
}

function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < 1 || value > HIGHEST) {
    throw new UserError(`expected a whole number from 1 to ${HIGHEST}, got ${JSON.stringify(text)}`);
  }
  return value;
}
