import { InvalidArgumentError } from 'commander';
import { messageOf, UsageError } from '../../platform/errors.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { type Shortcut, ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { onlyKnown, validator } from '../../protocol/schema.js';

const shortcutValidator = validator(ShortcutSchema);

/** Reads a number. @throws {UsageError} if it is not within the bounds */
export function readNumber(value: string, least: number, most: number): number {
  const parsed = value.trim() === '' ? Number.NaN : Number(value);
  if (!(parsed >= least && parsed <= most)) {
    throw new UsageError(`${value} is not a number from ${least} to ${most}`);
  }
  return parsed;
}

/** The parser of a flag's value: commander names the flag in its error, with exit code 2. */
export function parseWith<T>(read: (value: string) => T): (value: string) => T {
  return (value) => {
    try {
      return read(value);
    } catch (error) {
      throw new InvalidArgumentError(`${messageOf(error)}.`);
    }
  };
}

/** Reads a whole number. @throws {UsageError} if it is not within the bounds */
export function readWholeNumber(value: string, least: number, most: number): number {
  const parsed = readNumber(value, least, most);
  if (Number.isInteger(parsed)) return parsed;
  throw new UsageError(`${value} is not a whole number`);
}

/** Reads `on` or `off`. @throws {UsageError} */
export function readSwitch(value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new UsageError(`${value} is neither on nor off`);
  return value === 'on';
}

const SHORTCUT_HINT = 'Print one with: guildhall capture. Or press it for: guildhall voice key';

/** Reads the keys of a shortcut as JSON, also in the form that `guildhall capture` prints. @throws {UsageError} */
export function readShortcut(value: string): Shortcut {
  const parsed = parseJson(value);
  if (parsed === undefined) throw new UsageError(`${value} is not JSON`, SHORTCUT_HINT);
  const keys =
    typeof parsed === 'object' && parsed !== null && 'shortcut' in parsed ? parsed.shortcut : parsed;
  if (!shortcutValidator.is(keys)) throw new UsageError(`${value} is not a shortcut`, SHORTCUT_HINT);
  return onlyKnown(ShortcutSchema, keys);
}
