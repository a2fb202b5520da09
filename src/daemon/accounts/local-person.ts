import { userInfo } from 'node:os';
import type { ChatClient } from '../../client/client.js';
import { ServiceRest } from '../../client/rest/service-rest.js';
import { ServiceError } from '../../client/service-error.js';
import type { Logger } from '../../platform/log.js';
import type { Service } from '../service.js';
import type { SavedAccounts } from './saved-accounts.js';

/**
 * The token of the local person. An embedded service creates an account for them at the first start, and again if its
 * store does not contain the saved one; the saved one is kept.
 *
 * @returns null if the service is remote and nobody has signed in to it yet
 */
export async function signInLocalPerson(
  accounts: SavedAccounts,
  { url, administration }: Service,
  log: Logger,
): Promise<string | null> {
  const { current } = accounts;
  if (administration === null) return current?.token ?? null;
  if (current !== null && (await isAccepted(url, current.token))) return current.token;
  if (current !== null)
    log.warn({ id: current.id }, 'the store does not know the current account; creating a new one');
  const { id, username, discriminator, token } = await administration.createUser(localUserName());
  await accounts.use({ id, username, discriminator, token });
  return token;
}

/** Saves the account that signed in for the next start. */
export async function saveSignIn(
  accounts: SavedAccounts,
  { user, token }: Pick<ChatClient, 'user' | 'token'>,
  log: Logger,
): Promise<void> {
  if (user === null || token === null) return;
  const { id, username, discriminator } = user;
  try {
    await accounts.use({ id, username, discriminator, token });
  } catch (error) {
    log.error({ err: error }, 'failed to save the account; the next start signs in as before');
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

const FALLBACK = 'player';

/** The person's name on this machine, shortened to what the service accepts as a user name (2–32 characters). */
function localUserName(): string {
  try {
    const name = userInfo()
      .username.replace(/[@#:`]/g, '')
      .trim()
      .slice(0, 32);
    return name.length >= 2 ? name : FALLBACK;
  } catch {
    return FALLBACK; // a uid without a name, as in some containers
  }
}
