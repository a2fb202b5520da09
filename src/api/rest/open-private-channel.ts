import { normalizeNick } from '../../guilds/names.js';
import {
  dmKey,
  PRIVATE_CHANNEL_LIMITS,
  type PrivateChannel,
} from '../../guilds/private-channels/private-channel.js';
import { createGroup, type NewGroup } from '../../guilds/private-channels/rules/groups.js';
import { createDm, reopenDm } from '../../guilds/private-channels/rules/open-dm.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import { consentedUser } from '../accounts/authentication.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import type { RequestedPrivateChannel } from '../versions/body-inputs.js';
import { createRuleContext, requireFound } from './guild-operation.js';
import type { OperationServices } from './operation-services.js';

/** What opening a private channel needs. */
export const OPENS_PRIVATE_CHANNEL = [
  'authentication',
  'ids',
  'now',
  'privateChannels',
  'privateChannelStore',
  'users',
] as const;
type Services = Pick<OperationServices, (typeof OPENS_PRIVATE_CHANNEL)[number]>;

/**
 * Opens the private channel that a body requests: a DM with one user, a new group with several, or an application's
 * group of the users whose access tokens it sends (docs/rest.md, Private channels).
 *
 * @throws {RestError | Refusal}
 */
export async function openPrivateChannel(
  services: Services,
  caller: Caller,
  body: RequestedPrivateChannel,
): Promise<PrivateChannel> {
  const { accessTokens: tokens, recipientId: partner, recipientIds } = body;
  const nicks = readNicks(body.nicks);
  if (tokens) return openApplicationGroup(services, caller, tokens, nicks);
  const ids = new Set(partner ? [partner] : recipientIds);
  const [first] = ids;
  if (first === undefined) throw new RestError('INVALID_RECIPIENT');
  return ids.size === 1 ? openDm(services, caller, first) : openGroup(services, caller, ids, nicks);
}

/**
 * @throws {RestError} UNKNOWN_USER; CANNOT_MESSAGE_USER for the caller themselves, between bots, and for a new DM
 * without a shared guild
 */
async function openDm(services: Services, { user }: Caller, partnerId: Snowflake): Promise<PrivateChannel> {
  const { privateChannels, privateChannelStore, users } = services;
  const partner = requireFound(await users.load(partnerId), 'UNKNOWN_USER');
  if (partner.id === user.id || (partner.bot && user.bot)) throw new RestError('CANNOT_MESSAGE_USER');
  const key = dmKey([user.id, partner.id]);
  return retryOnConflict(async () => {
    const existing = await privateChannelStore.idOfDm(key);
    if (existing !== null) {
      return privateChannels.change(existing, (channel) =>
        reopenDm(requireFound(channel, 'UNKNOWN_CHANNEL'), user.id),
      );
    }
    await requireSharedGuild(services, user, [partner.id]);
    return privateChannels.create(createDm(user.id, partner.id, createRuleContext(services)));
  });
}

/**
 * @throws {RestError | Refusal} CANNOT_MESSAGE_USER for bots and for people who share no guild with the caller,
 * TOO_MANY_GROUPS
 */
async function openGroup(
  services: Services,
  { actor, user }: Caller,
  recipientIds: Iterable<Snowflake>,
  nicks: NewGroup['nicks'],
): Promise<PrivateChannel> {
  const others = [...recipientIds].filter((id) => id !== user.id);
  if (user.bot) throw new RestError('CANNOT_MESSAGE_USER');
  await requireReachablePeople(services, user, others);
  const userIds = [user.id, ...others];
  const decision = createGroup(actor, { userIds, nicks }, createRuleContext(services));
  await requireFewerGroups(services, others, user.id);
  return services.privateChannels.create(decision);
}

/** @throws {RestError | Refusal} ONLY_BOTS, INVALID_RECIPIENT, INVALID_ACCESS_TOKEN, TOO_MANY_GROUPS */
async function openApplicationGroup(
  services: Services,
  caller: Caller,
  tokens: readonly string[],
  nicks: NewGroup['nicks'],
): Promise<PrivateChannel> {
  const { authentication, privateChannels, privateChannelStore } = services;
  const { actor } = caller;
  const { applicationId } = actor;
  if (caller.kind !== 'bot' || applicationId === null) throw new RestError('ONLY_BOTS');
  if (tokens.length === 0) throw new RestError('INVALID_RECIPIENT');
  const users: Account[] = [];
  for (const token of tokens) {
    users.push(await consentedUser(authentication, caller, hashSecret(token), 'gdm.join'));
  }
  return retryOnConflict(async () => {
    const groups = await privateChannelStore.countOfApplication(applicationId);
    const groupsAtMost = PRIVATE_CHANNEL_LIMITS.GROUPS_OF_APPLICATION - 1;
    if (groups > groupsAtMost) throw new RestError('TOO_MANY_GROUPS');
    const userIds = users.map(({ id }) => id);
    const decision = createGroup(actor, { userIds, nicks }, createRuleContext(services));
    await requireFewerGroups(services, userIds);
    return privateChannels.create(decision, groupsAtMost);
  });
}

/**
 * Checks that a user may add these users to a group.
 *
 * @throws {RestError} UNKNOWN_USER; CANNOT_MESSAGE_USER for bots and for people who share no guild with the user
 */
export async function requireReachablePeople(
  services: Pick<Services, 'privateChannelStore' | 'users'>,
  user: Account,
  others: readonly Snowflake[],
): Promise<void> {
  for (const id of others) {
    const other = requireFound(await services.users.load(id), 'UNKNOWN_USER');
    if (other.bot) throw new RestError('CANNOT_MESSAGE_USER');
  }
  await requireSharedGuild(services, user, others);
}

/**
 * Checks that users are in few enough groups to be added to another one, or to create it. The store checks it again with the
 * change; a request that is refused here costs less, and disturbs no other change of the group.
 *
 * @throws {RestError} TOO_MANY_GROUPS
 */
export async function requireFewerGroups(
  { privateChannelStore }: Pick<Services, 'privateChannelStore'>,
  addedIds: readonly Snowflake[],
  creatorId: Snowflake | null = null,
): Promise<void> {
  const { GROUPS_OF_ADDED, GROUPS_OF_CREATOR } = PRIVATE_CHANNEL_LIMITS;
  const requireFewer = async (id: Snowflake, most: number) => {
    if ((await privateChannelStore.countGroupsOfUser(id)) >= most) throw new RestError('TOO_MANY_GROUPS');
  };
  const checks = addedIds.map((id) => requireFewer(id, GROUPS_OF_ADDED));
  if (creatorId !== null) checks.push(requireFewer(creatorId, GROUPS_OF_CREATOR));
  await Promise.all(checks);
}

async function requireSharedGuild(
  { privateChannelStore }: Pick<Services, 'privateChannelStore'>,
  { id }: Account,
  others: readonly Snowflake[],
): Promise<void> {
  const shared = await privateChannelStore.sharingGuild(id, others);
  if (!others.every((other) => shared.has(other))) throw new RestError('CANNOT_MESSAGE_USER');
}

/** @throws {Refusal} INVALID_FORM_BODY for an invalid nick */
function readNicks(nicks: Readonly<Record<string, string>>): Map<Snowflake, string> {
  return new Map(
    Object.entries(nicks).flatMap(([id, nick]) => {
      const normal = normalizeNick(nick);
      return normal === null ? [] : [[id, normal] as const];
    }),
  );
}
