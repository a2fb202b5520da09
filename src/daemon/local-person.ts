import type { ChatClient } from '../client/client.js';
import { ServiceError } from '../client/service-error.js';
import { ServiceRest } from '../client/service-rest.js';
import type { Logger } from '../platform/log.js';
import { createAccount, EMBEDDED, readAccount, writeAccount } from './account.js';
import type { Service } from './service.js';

/**
 * The token of the local person. An embedded service gets a new account for them at the first start, and again when
 * its store does not know the old one any more.
 *
 * @returns null if the service is remote and nobody has signed in to it yet
 */
export async function signInLocalPerson(
  path: string,
  { url, administration }: Service,
  log: Logger,
): Promise<string | null> {
  const known = await readAccount(path, administration === null ? url : EMBEDDED);
  if (administration === null) return known?.token ?? null;
  if (known !== null && (await isAccepted(url, known.token))) return known.token;
  if (known !== null) log.warn('the store does not know the account in the home: a new one is made');
  const account = await createAccount((username) => administration.createUser(username));
  await writeAccount(path, account);
  return account.token;
}

/** Keeps who signed in, so that they still are after a restart. */
export async function rememberSignIn(
  path: string,
  { url, administration }: Service,
  { user, token }: Pick<ChatClient, 'user' | 'token'>,
  log: Logger,
): Promise<void> {
  if (user === null || token === null) return;
  const { id, username, discriminator } = user;
  const service = administration === null ? url : EMBEDDED;
  try {
    await writeAccount(path, { id, username, discriminator, token, service });
  } catch (error) {
    log.error({ err: error }, 'the account could not be kept: the next start signs in as before');
  }
}

async function isAccepted(url: string, token: string): Promise<boolean> {
  try {
    await new ServiceRest(url).request('GET', '/users/@me', { authorization: token });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
}
