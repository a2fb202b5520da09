/** OAuth2 scopes, each with what it lets an application do, in words for the person who is asked. */
export const SCOPES = {
  bot: 'add a bot to your guilds',
  connections: 'see the accounts you connected',
  email: 'see your e-mail address',
  identify: 'see your user name and avatar',
  guilds: 'see which guilds you are in',
  'guilds.join': 'add you to guilds',
  'gdm.join': 'add you to group conversations',
  'messages.read': 'read the messages of your channels',
  rpc: 'control this client: read guilds and channels, join voice, change voice settings',
  'rpc.api': 'use the service in your name',
  'rpc.notifications.read': 'read your notifications',
  'webhook.incoming': 'post to a channel you choose',
} as const;

export type Scope = keyof typeof SCOPES;

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && Object.hasOwn(SCOPES, value);
}

/** Scopes that reach the local client; only approved applications and their testers get them. */
export const PRIVATE_BETA_SCOPES: ReadonlySet<Scope> = new Set([
  'rpc',
  'rpc.api',
  'rpc.notifications.read',
  'messages.read',
]);
