import { hostname, userInfo } from 'node:os';

/** What replaces a secret. */
const REMOVED = '[removed]';
/** Tokens, secrets, keys and hashes are longer; ids and times are shorter. */
const LONG_WORD = /[A-Za-z0-9_+/=-]{32,}/g;
// What these match if their group is missing stays as it is: a long word is then not read again at each of its characters.
/** What follows the path of a URL can be a code. */
const URL_QUERY = /[a-z0-9+.-]+(?::\/\/[^\s?#"'<>]*([?#][^\s"'<>]*)?)?/gi;
/** Name and password in a URL. */
const URL_USER = /[a-z0-9+.-]+(?::\/\/([^\s/@"'<>]*@)?)?/gi;
const EMAIL = /[\w.+-]+(@[\w-]+\.[\w.-]+)?/g;
/** The shortest name that is replaced; shorter ones are parts of ordinary words. */
const MIN_NAME = 3;

/** @param group what the group of the pattern matched; undefined: it has none, or is missing */
type Replacement = (match: string, group?: string) => string;

/** What identifies the person of a home. */
export interface PersonalNames {
  /** the person's folder on this machine */
  readonly folder: string;
  readonly home: string;
  /** names of this machine and of users */
  readonly names: readonly string[];
  /** secrets that the home has */
  readonly secrets: readonly string[];
}

/** The names of this machine and of the user that runs this command. */
export function machineNames(): string[] {
  return [hostname(), nameOfUser()];
}

/**
 * Removes from text what a person would not send to others: known secrets, everything that looks like one, queries of
 * URLs, addresses, and the names of the person and of the machine (docs/operating.md, Support bundles).
 */
export class Redactor {
  readonly #replacements: readonly (readonly [RegExp, Replacement])[];

  constructor({ folder, home, names, secrets }: PersonalNames) {
    const known = secrets
      .filter((secret) => secret !== '')
      .map((secret) => [literal(secret), () => REMOVED] as const);
    const long = [...new Set(names)].filter((name) => name.length >= MIN_NAME);
    this.#replacements = [
      ...known,
      [URL_USER, (match, user = '') => match.slice(0, match.length - user.length)],
      [
        URL_QUERY,
        (match, query) => (query === undefined ? match : `${match.slice(0, -query.length)}?${REMOVED}`),
      ],
      [EMAIL, (match, domain) => (domain === undefined ? match : REMOVED)],
      [literal(home), () => 'HOME'],
      [literal(folder), () => '~'],
      [LONG_WORD, () => REMOVED],
      ...long.map((name) => [word(name), () => 'NAME'] as const),
    ];
  }

  redact(text: string): string {
    return this.#replacements.reduce((now, [pattern, by]) => now.replace(pattern, by), text);
  }

  /** The same for every text in a value; names of fields stay. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((each) => this.redactValue(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.redactValue(each)]));
  }
}

function literal(text: string): RegExp {
  return new RegExp(escaped(text), 'g');
}

function word(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'giu');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a uid without a name, as in some containers
  }
}
