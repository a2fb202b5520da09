import { memberUpdate } from '../guilds/member-update.js';
import type { GuildImage } from '../guilds/state.js';
import { UserError } from '../platform/errors.js';
import type { User } from '../protocol/objects/user.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { UserRow } from '../store/sqlite/rows.js';
import { put, remove, type Write } from '../store/sqlite/writes.js';
import { ACCOUNTS_TURN, checkUsername, chooseDiscriminator } from './administration/create-account.js';
import { invalidUsername } from './rest/invalid-username.js';
import { RestError } from './rest/rest-error.js';
import type { Services } from './services.js';
import { toCurrentUser } from './user-directory.js';

/** What people and bots may change of themselves; undefined leaves as it is. */
export interface AccountChange {
  readonly username?: string | undefined;
  /** null takes it away */
  readonly avatar?: GuildImage | null | undefined;
}

/**
 * Changes a user (docs/rest.md, users) and tells it: USER_UPDATE to the user's own sessions, and
 * GUILD_MEMBER_UPDATE to each of the user's guilds, whose members see the name and avatar.
 *
 * @throws {RestError} INVALID_FORM_BODY
 */
export function changeAccount(services: Services, id: Snowflake, change: AccountChange): Promise<User> {
  const { locks, store, users, authentication, replyTexts, events } = services;
  return locks.run(ACCOUNTS_TURN, async () => {
    const before = await users.load(id);
    if (before === null) throw new RestError('UNKNOWN_USER');
    const user: UserRow = {
      ...before,
      ...(await newName(services, before, change.username)),
      avatar: change.avatar === undefined ? before.avatar : (change.avatar?.hash ?? null),
    };
    await store.writer.commit([put('users', user), ...avatarWrites(before, change.avatar)]);
    users.remember([user]);
    // Both remember what the user was.
    authentication.revoked();
    replyTexts.forgetAll();
    const shown = toCurrentUser(user, true);
    events.userEvent(id, 'USER_UPDATE', shown);
    await tellGuilds(services, id);
    return shown;
  });
}

/** A name keeps its number where that is free. */
async function newName(
  { store }: Services,
  before: UserRow,
  input: string | undefined,
): Promise<Pick<UserRow, 'username' | 'discriminator'>> {
  const { username, discriminator } = before;
  if (input === undefined || input.trim() === username) return { username, discriminator };
  try {
    const name = checkUsername(input);
    const taken = await store.users.discriminatorsOf(name);
    return {
      username: name,
      discriminator: taken.includes(discriminator) ? chooseDiscriminator(taken) : discriminator,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw invalidUsername(error);
  }
}

function avatarWrites({ id, avatar }: UserRow, image: GuildImage | null | undefined): Write[] {
  if (image === undefined || (image?.hash ?? null) === avatar) return [];
  const writes = image === null ? [] : [put('images', { kind: 'avatars', owner_id: id, ...image })];
  return avatar === null
    ? writes
    : [...writes, remove('images', { kind: 'avatars', owner_id: id, hash: avatar })];
}

/** The change is kept already: a guild that cannot be told does not undo it. */
async function tellGuilds({ store, guilds, guildChanges, log }: Services, userId: Snowflake): Promise<void> {
  for (const guildId of await store.guilds.idsOfUser(userId)) {
    const guild = await guilds.get(guildId);
    const member = guild?.members.get(userId);
    if (guild === null || member === undefined) continue;
    try {
      await guildChanges.change(guild, () => ({ result: null, ...memberUpdate(guild, member, member) }));
    } catch (error) {
      log.warn({ err: error, guild: guildId }, 'a guild does not hear of a new name');
    }
  }
}
