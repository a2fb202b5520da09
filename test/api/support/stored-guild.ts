import type { Channel } from '#guildhall/protocol/objects/channel.js';
import type { Guild, GuildEmbed } from '#guildhall/protocol/objects/guild.js';
import type { Integration } from '#guildhall/protocol/objects/integration.js';
import type { FullInvite } from '#guildhall/protocol/objects/invite.js';
import type { Ban, Member } from '#guildhall/protocol/objects/member.js';
import type { Message } from '#guildhall/protocol/objects/message.js';
import type { Role } from '#guildhall/protocol/objects/role.js';
import { compare } from './guild-model.js';
import type { TestService } from './test-service.js';
import type { World } from './world.js';

/** All that a guild keeps, as its owner reads it. */
export interface StoredGuild {
  /** without its roles */
  readonly guild: Omit<Guild, 'roles'>;
  roles: Role[];
  channels: Channel[];
  members: Member[];
  bans: Ban[];
  invites: FullInvite[];
  integrations: Integration[];
  embed: GuildEmbed;
  /** the text channels' newest messages */
  readonly messages: Record<string, Message[]>;
}

/** Reads it; null once the guild is gone. */
export async function storedGuild(
  service: TestService,
  { bot, owner = bot, guild }: Pick<World, 'bot' | 'guild'> & { readonly owner?: string },
): Promise<StoredGuild | null> {
  const found = await service.request('GET', `/guilds/${guild}`, { as: owner });
  if (found.status === 404) return null;
  const read = (path: string) => service.ok('GET', path, { as: owner });
  const parts = ['roles', 'channels', 'members?limit=1000', 'bans', 'invites', 'integrations', 'embed'];
  const [roles, channels, members, bans, invites, integrations, embed] = await Promise.all(
    parts.map((part) => read(`/guilds/${guild}/${part}`)),
  );
  // Of the same moment, none comes before the other.
  invites.sort((a: FullInvite, b: FullInvite) => compare(a.code, b.code));
  const messages: Record<string, Message[]> = {};
  for (const { id, type } of channels) {
    if (type === 0) messages[id] = await read(`/channels/${id}/messages`);
  }
  const { roles: _, ...settings } = found.body;
  return { guild: settings, roles, channels, members, bans, invites, integrations, embed, messages };
}
