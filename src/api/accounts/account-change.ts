import { newImage } from '../../guilds/image-changes.js';
import type { ImageInput } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, AccountStore } from '../../store/accounts.js';
import { RestError } from '../core/errors.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { AccountPublisher } from './account-publisher.js';
import type { Authentication } from './authentication.js';
import { checkUsername, chooseDiscriminator, invalidUsername } from './create-account.js';
import type { UserDirectory } from './user-directory.js';

/** What a change of an account needs. */
interface Services {
  readonly accountPublisher: AccountPublisher;
  readonly accountStore: AccountStore;
  readonly authentication: Authentication;
  readonly events: EventPublisher;
  readonly users: UserDirectory;
}

/** What users and bots may change in their own account; undefined leaves a value unchanged. */
export interface ModifiedUser {
  readonly username?: string | undefined;
  /** null removes it */
  readonly avatar?: ImageInput | null | undefined;
}

/**
 * Changes an account (docs/rest.md, users) and publishes it: USER_UPDATE to the user's own sessions, and
 * GUILD_MEMBER_UPDATE to each of the user's guilds, whose members see the name and avatar.
 *
 * @throws {RestError | Refusal} INVALID_FORM_BODY
 */
export async function changeAccount(
  services: Services,
  id: Snowflake,
  { username, avatar: input }: ModifiedUser,
): Promise<Account> {
  const { accountPublisher, accountStore, users, authentication, events } = services;
  let isChanged = true;
  const account = await users.withAccount(id, async (before) => {
    if (before === null) throw new RestError('UNKNOWN_USER');
    const avatar = newImage('avatar', before.avatar, input);
    const after: Account = {
      ...before,
      ...(await newName(services, before, username)),
      avatar: avatar === undefined ? before.avatar : (avatar?.hash ?? null),
    };
    isChanged = !isSame(before, after);
    if (!isChanged) return before;
    await accountStore.change(before, after, avatar);
    users.change(after);
    return after;
  });
  if (!isChanged) return account;
  // It has cached the account as it was; other nodes forget it when they read the account again.
  authentication.forgetCallersOf(id);
  events.userEvent(id, { type: 'accountChanged', account });
  await accountPublisher.publish(id);
  return account;
}

function isSame(before: Account, { username, discriminator, avatar }: Account): boolean {
  return before.username === username && before.discriminator === discriminator && before.avatar === avatar;
}

/** A changed name keeps its discriminator if that is free. */
async function newName(
  { accountStore }: Services,
  { username, discriminator }: Account,
  input: string | undefined,
): Promise<Pick<Account, 'username' | 'discriminator'>> {
  if (input === undefined || input.trim() === username) return { username, discriminator };
  try {
    const name = checkUsername(input);
    const taken = await accountStore.discriminatorsOf(name);
    return {
      username: name,
      discriminator: taken.includes(discriminator) ? chooseDiscriminator(taken) : discriminator,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw invalidUsername(error);
  }
}
