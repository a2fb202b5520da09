import { UserError } from '../../platform/errors.js';

/** A setting of a unit; several values repeat the key. */
export type UnitSetting = readonly [key: string, value: string];

/** A unit as data. */
export interface UnitSections {
  readonly Unit: readonly UnitSetting[];
  readonly Service: readonly UnitSetting[];
  readonly Install: readonly UnitSetting[];
}

/** The first line of each unit of ours. */
export const UNIT_MARK = '# Made by guildhall service install; guildhall service uninstall removes it.';

/** The version of Guildhall that a unit starts. Keys that begin like this are ignored by systemd. */
export const VERSION_KEY = 'X-GuildhallVersion';

/** The text of a unit (systemd.syntax(7)). */
export function unitText(sections: UnitSections): string {
  const parts = Object.entries(sections).map(
    ([name, settings]: [string, readonly UnitSetting[]]) =>
      `[${name}]\n${settings.map(([key, value]) => `${key}=${value}\n`).join('')}`,
  );
  return `${UNIT_MARK}\n${parts.join('\n')}`;
}

/** A word of a command line that begins with a variable of systemd. */
export interface Expanded {
  readonly variable: 'CREDENTIALS_DIRECTORY' | 'STATE_DIRECTORY';
  /** e.g. `/voice-secret` */
  readonly rest: string;
}

/**
 * A command line for ExecStart: each word is passed to the program as it is.
 *
 * @param command the program, then its arguments
 * @throws {UserError} for a word that a unit cannot contain
 */
export function commandLine(command: readonly (string | Expanded)[]): string {
  return command
    .map((word, index) =>
      typeof word === 'string' ? quote(word, index > 0) : `"\${${word.variable}}${word.rest}"`,
    )
    .join(' ');
}

/** A path in a setting that is not a command line. */
export function unitPath(path: string): string {
  requirePrintable(path);
  return path.replaceAll('%', '%%');
}

/** @param isArgument whether systemd expands variables, which it does not in the path of the program */
function quote(word: string, isArgument: boolean): string {
  requirePrintable(word);
  const escaped = word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%');
  return `"${isArgument ? escaped.replaceAll('$', '$$$$') : escaped}"`;
}

/** A line break would begin another setting. */
function requirePrintable(text: string): void {
  if (/\p{Cc}/u.test(text)) throw new UserError(`${JSON.stringify(text)} contains a control character`);
}
