import Type, { type Static } from 'typebox';
import { UserError } from '../../platform/errors.js';
import { readFileIfExists } from '../../platform/files/text-file.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { type Violation, validator } from '../../protocol/schema.js';

/** The format this version writes. */
const VERSION = 2;

/** An account with which the daemon can sign in. */
const AccountSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  username: Type.String(),
  discriminator: Type.String(),
  token: Type.String({ minLength: 1 }),
  /** the service of the token: its URL, or `embedded` */
  service: Type.String({ minLength: 1 }),
});
export type Account = Static<typeof AccountSchema>;

const AccountListSchema = Type.Object({
  version: Type.Literal(VERSION),
  /** the id of the current account, by service */
  current: Type.Record(Type.String(), Type.String()),
  accounts: Type.Array(AccountSchema),
});

/** The content of `account.json`. */
export type AccountList = Omit<Static<typeof AccountListSchema>, 'version'>;

const accountListValidator = validator(AccountListSchema);
/** The format before several accounts were supported: one account, without a version. */
const singleAccountValidator = validator(AccountSchema);
const versionValidator = validator(Type.Object({ version: Type.Number({ exclusiveMinimum: VERSION }) }));

/**
 * Reads `account.json`. A missing file has no accounts; the older format with one account is supported.
 *
 * @throws {UserError} if the file is damaged or of a newer version: a new account must not be created by accident
 */
export async function readAccountFile(path: string): Promise<AccountList> {
  const text = await readFileIfExists(path);
  if (text === null) return { current: {}, accounts: [] };
  const value = parseJson(text);
  if (value === undefined) throw damaged(path, 'not JSON');
  if (accountListValidator.is(value)) return value;
  if (singleAccountValidator.is(value)) return { current: { [value.service]: value.id }, accounts: [value] };
  if (versionValidator.is(value)) {
    throw new UserError(`${path} was written by a newer version of Guildhall`, 'Start that version.');
  }
  const [violation] = accountListValidator.violations(value);
  throw damaged(path, violation === undefined ? 'unknown shape' : describe(violation));
}

/** The text of `account.json`. */
export function renderAccountFile({ current, accounts }: AccountList): string {
  return `${JSON.stringify({ version: VERSION, current, accounts }, null, 2)}\n`;
}

function describe({ path, message }: Violation) {
  return [...path, message].join(': ');
}

function damaged(path: string, reason: string): UserError {
  return new UserError(
    `${path} is damaged (${reason})`,
    'Restore it from a backup. To start with a new account, move the file away; its accounts are lost then.',
  );
}
