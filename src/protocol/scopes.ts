/** What a scope allows, as shown to the person who is asked. */
export interface ScopeDescription {
  /** completes the sentence “It asks to …” */
  readonly words: string;
  /** whether it gives access to messages, contacts or the account: it is marked and listed first */
  readonly sensitive: boolean;
}

const harmless = (words: string): ScopeDescription => ({ words, sensitive: false });
const sensitive = (words: string): ScopeDescription => ({ words, sensitive: true });

/** The supported OAuth2 scopes; all others are refused. */
export const SCOPES = {
  bot: sensitive('add its bot to a guild that you choose'),
  email: sensitive('see your e-mail address'),
  identify: harmless('see your user name and avatar'),
  guilds: harmless('see which guilds you are in'),
  'guilds.join': sensitive('add you to guilds'),
  'gdm.join': sensitive('add you to group conversations'),
  'messages.read': sensitive('read the messages of your channels'),
  rpc: sensitive(
    'control this client: read guilds and channels, put you into voice channels, turn your microphone on and off there, choose it and change other voice settings',
  ),
  'rpc.api': sensitive('use the service in your name: everything you may do there, it may do, too'),
  'rpc.notifications.read': sensitive('read your notifications, with the messages in them'),
  // Clients ask for these together with others. There is nothing that they give access to.
  connections: harmless('see your accounts of other services, of which none are known here'),
  'webhook.incoming': harmless('add a webhook to a channel, which this service does not have'),
} as const;

export type Scope = keyof typeof SCOPES;

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && Object.hasOwn(SCOPES, value);
}

/** Sorts sensitive scopes first; otherwise the order is unchanged. */
export function sortScopesForPerson(scopes: readonly Scope[]): Scope[] {
  return [...scopes].sort((a, b) => Number(SCOPES[b].sensitive) - Number(SCOPES[a].sensitive));
}

/** Scopes with access to the local client; restricted to approved applications and their testers. */
export const PRIVATE_BETA_SCOPES: ReadonlySet<Scope> = new Set([
  'rpc',
  'rpc.api',
  'rpc.notifications.read',
  'messages.read',
]);
