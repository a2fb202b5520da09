import { userInfo } from 'node:os';
import Type, { type Static } from 'typebox';
import { writePrivateFile } from '../platform/private-file.js';
import { readIfThere } from '../platform/read-if-there.js';
import type { PersonAccount } from '../protocol/administration.js';
import { validator } from '../protocol/schema.js';

/** Stands for the daemon's own service, whose address changes. */
export const EMBEDDED = 'embedded';

/** The account the daemon signs in with, kept in the home. */
const AccountSchema = Type.Object({
  id: Type.String(),
  username: Type.String(),
  discriminator: Type.String(),
  token: Type.String(),
  /** the service the token is for: its address, or `EMBEDDED` */
  service: Type.String(),
});
export type Account = Static<typeof AccountSchema>;

const account = validator(AccountSchema);

/** @param service the remote service's address, or `embedded` @returns null if nobody has an account there yet */
export async function readAccount(path: string, service: string): Promise<Account | null> {
  const text = await readIfThere(path);
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return account.is(value) && value.service === service ? value : null;
  } catch {
    return null; // not readable: the person gets a new account, as on the first start
  }
}

export async function writeAccount(path: string, value: Account): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Makes the local person's account, named as they are named on this machine. */
export async function createAccount(
  createUser: (username: string) => Promise<PersonAccount & { token: string }>,
): Promise<Account> {
  const { id, username, discriminator, token } = await createUser(localName());
  return { id, username, discriminator, token, service: EMBEDDED };
}

/** The person's name on this machine, within what the service takes as a user name (2–32 characters). */
function localName(): string {
  try {
    const name = userInfo()
      .username.replace(/[@#:`]/g, '')
      .trim()
      .slice(0, 32);
    return name.length >= 2 ? name : 'player';
  } catch {
    return 'player'; // an id without a name, as in some containers
  }
}
