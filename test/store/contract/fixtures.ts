import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import type { Message } from '#guildhall/guilds/message.js';
import type { GuildChannel, GuildMember, GuildRole, GuildState } from '#guildhall/guilds/state.js';
import type { Account, Application } from '#guildhall/store/accounts.js';
import type { AuthorizationCode, Grant, NewAuthorization } from '#guildhall/store/authorizations.js';
import type { Fence } from '#guildhall/store/cluster.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import type { GuildCondition } from '#guildhall/store/guilds.js';
import type { Store } from '#guildhall/store/store.js';
import type { Token } from '#guildhall/store/token.js';
import { guild, member, OWNER, role } from '../../guilds/worlds.js';

/** Values with every field filled in. */

export function account(id: string, more: Partial<Account> = {}): Account {
  return {
    id,
    username: `user ${id}`,
    discriminator: '0001',
    avatar: null,
    bot: false,
    mfaEnabled: false,
    verified: true,
    email: null,
    phone: null,
    ...more,
  };
}

export function token(hash: string, userId: string, more: Partial<Token> = {}): Token {
  return {
    hash,
    kind: 'person',
    userId,
    applicationId: null,
    grantId: null,
    chain: null,
    scopes: [],
    createdAt: 1000,
    expiresAt: null,
    rotatedAt: null,
    ...more,
  };
}

/** The application of the person 1. */
export function application(id: string, more: Partial<Application> = {}): Application {
  return {
    id,
    name: `game ${id}`,
    description: 'A game',
    icon: null,
    secretHash: `secret ${id}`,
    approved: false,
    ownerId: OWNER,
    botId: null,
    rpcOrigins: ['https://game.example'],
    redirectUris: ['https://game.example/callback'],
    testers: [],
    ...more,
  };
}

export function grant(id: string, applicationId: string, more: Partial<Grant> = {}): Grant {
  return {
    id,
    userId: OWNER,
    applicationId,
    scopes: ['identify', 'rpc'],
    createdAt: 1000,
    once: false,
    ...more,
  };
}

export function code(hash: string, of: Grant, more: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    hash,
    grantId: of.id,
    applicationId: of.applicationId,
    userId: of.userId,
    scopes: of.scopes,
    redirectUri: 'https://game.example/callback',
    codeChallenge: null,
    expiresAt: 60_000,
    used: false,
    ...more,
  };
}

/** A token that a grant gave, in a chain. */
export function granted(
  kind: 'access' | 'refresh',
  of: Grant,
  hash: string,
  more: Partial<Token> = {},
): Token {
  const { userId, applicationId, id: grantId, scopes } = of;
  return token(hash, userId, { kind, applicationId, grantId, scopes, chain: 'chain', ...more });
}

/** An authorization that only stores a new grant. */
export function authorization(
  of: Application,
  given: Grant,
  more: Partial<NewAuthorization> = {},
): NewAuthorization {
  return {
    application: of,
    grantBefore: null,
    grant: given,
    code: null,
    tokens: [],
    rpcTokenHash: null,
    ...more,
  };
}

export async function addAccounts(store: Store, ...ids: string[]): Promise<void> {
  await Promise.all(
    ids.map((id) => store.accounts.create({ account: account(id), token: token(`token ${id}`, id) })),
  );
}

export async function addApplication(store: Store, id: string, botId: string | null = null) {
  const made = application(id, { botId });
  const bot = botId === null ? null : newBot(botId, id);
  await store.applications.create(made, bot, null);
  return made;
}

/** Stores an application of the person 1, and another person. */
export async function addGame(store: Store): Promise<Application> {
  await addAccounts(store, '1', '2');
  return addApplication(store, '50');
}

export function newBot(botId: string, applicationId: string) {
  return {
    account: account(botId, { bot: true }),
    token: token(`token ${botId}`, botId, { kind: 'bot', applicationId }),
  };
}

/** What a new guild has besides its owner and @everyone. */
export interface GuildParts {
  readonly roles?: readonly GuildRole[];
  readonly members?: readonly GuildMember[];
  readonly channels?: readonly GuildChannel[];
  readonly applicationId?: string;
  readonly conditions?: readonly GuildCondition[];
}

/** A guild of the person 1 on its way to a store, and what makes it. */
export function newGuild(id: string, parts: GuildParts = {}) {
  const { roles = [], members = [], channels = [], applicationId = null, conditions } = parts;
  const made: GuildState = {
    ...guild(
      {
        roles: [role(id), ...roles],
        members: [member(OWNER), ...members],
        channels,
      },
      { applicationId },
    ),
    id,
  };
  const changes: GuildChange[] = [
    { kind: 'settings', settings: made.settings },
    ...[...made.roles.values()].map((one) => ({ kind: 'role', role: one }) as const),
    ...[...made.channels.values()].map((one) => ({ kind: 'channel', channel: one }) as const),
    ...[...made.members.values()].map((one) => ({ kind: 'member', member: one }) as const),
  ];
  return { guild: made, changes, ...(conditions !== undefined && { conditions }) };
}

export async function addGuild(store: Store, id: string, parts: GuildParts = {}): Promise<GuildState> {
  const made = newGuild(id, parts);
  await store.guilds.create(made);
  return made.guild;
}

/** Changes a guild in memory and in the store, as the service does. */
export function changeGuild(
  store: Store,
  of: GuildState,
  changes: readonly GuildChange[],
  {
    listener,
    conditions = [],
    fence,
  }: {
    listener?: CommitListener;
    conditions?: readonly GuildCondition[];
    /** as the owner of a guild that nodes share does */
    fence?: Fence;
  } = {},
): Promise<void> {
  const expectedVersion = of.version;
  applyChanges(of, changes);
  const save = { guild: of, expectedVersion, changes, conditions, ...(fence !== undefined && { fence }) };
  return store.guilds.save(save, listener);
}

/** A change of the name of a guild. */
export function renamed(of: GuildState, name: string): GuildChange {
  return { kind: 'settings', settings: { ...of.settings, name } };
}

/** The guild as it is stored now. */
export async function loadGuild(store: Store, id: string): Promise<GuildState> {
  const stored = await store.guilds.load(id);
  if (stored === null) throw new TypeError(`there is no guild ${id}`);
  return { ...stored.state, revision: 0, users: new Map() };
}

export function message(id: string, channelId: string, more: Partial<Message> = {}): Message {
  return {
    id,
    channelId,
    author: { id: OWNER, username: `user ${OWNER}`, discriminator: '0001', avatar: null },
    content: `message ${id}`,
    editedAt: null,
    tts: false,
    mentionsEveryone: false,
    mentions: [],
    mentionRoles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: 0,
    ...more,
  };
}
