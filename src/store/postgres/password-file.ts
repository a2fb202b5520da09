import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf, UserError } from '../../platform/errors.js';
import { readSecretFile } from '../../platform/files/secret-file.js';

/** What a line of the password file is chosen by. */
export interface PasswordOwner {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

const FORM = 'mode 0600, with a line HOST:PORT:DATABASE:USER:PASSWORD';

/**
 * Finds the password of a connection as libpq does: PGPASSWORD, else the first matching line of the password file
 * (docs/operating.md, PostgreSQL). The driver reads that file, too, but warns that it is to stop.
 *
 * @throws {UserError} there is none
 */
export async function findPassword(owner: PasswordOwner, environment: NodeJS.ProcessEnv): Promise<string> {
  if (environment.PGPASSWORD !== undefined) return environment.PGPASSWORD;
  const path = passwordFile(environment);
  let text: string;
  try {
    text = await readSecretFile(path, 'the password file', environment.CREDENTIALS_DIRECTORY);
  } catch (error) {
    throw noPassword(messageOf(error));
  }
  const password = findLine(text, owner);
  if (password === undefined) throw noPassword(`the password file ${path} has none for it`);
  return password;
}

/**
 * The password file whose password for a connection is not used, because PGPASSWORD is another one, e.g. inherited from a
 * shell; null: there is none.
 */
export async function overriddenPasswordFile(
  owner: PasswordOwner,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const { PGPASSWORD, ...others } = environment;
  if (PGPASSWORD === undefined) return null;
  // A file that cannot be read has no password.
  const password = await findPassword(owner, others).catch(() => PGPASSWORD);
  return password === PGPASSWORD ? null : passwordFile(environment);
}

function passwordFile(environment: NodeJS.ProcessEnv): string {
  return environment.PGPASSFILE || defaultPath(environment);
}

function noPassword(reason: string): UserError {
  return new UserError(`the server asks for a password, and ${reason} (PGPASSFILE or ~/.pgpass, ${FORM})`);
}

function defaultPath({ APPDATA }: NodeJS.ProcessEnv): string {
  return process.platform === 'win32' && APPDATA
    ? join(APPDATA, 'postgresql', 'pgpass.conf')
    : join(homedir(), '.pgpass');
}

/** The password of the first line that matches. */
function findLine(text: string, { host, port, database, user }: PasswordOwner): string | undefined {
  const wanted = [host.startsWith('/') ? ['localhost', host] : [host], [String(port)], [database], [user]];
  for (const line of text.split(/\r?\n/)) {
    const [fields, password] = parseLine(line);
    const isMatch = wanted.every((values, index) => ['*', ...values].includes(fields[index] ?? ''));
    if (isMatch && password !== '') return password;
  }
  return undefined;
}

/** The fields before the password, and the password. A backslash makes the colon or backslash after it part of a field. */
function parseLine(line: string): readonly [fields: readonly string[], password: string] {
  const parts = line.startsWith('#') ? [] : [...line.matchAll(/((?:\\.|[^:\\])*)(:|$)/g)];
  const fields = parts.slice(0, 4).map(([, field = '']) => unescapeField(field));
  const start = parts[4]?.index;
  return [fields, start === undefined ? '' : unescapeField(line.slice(start))];
}

function unescapeField(field: string): string {
  return field.replace(/\\(.)/g, '$1');
}
