import assert from 'node:assert/strict';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import { ok, type Reply } from './request.js';

/** A guild as those who changed it know it: only what was asked for, nothing of how it is kept. */
export interface KeptGuild {
  name: string;
  /** the comment in the picture, as it is served */
  icon: string | null;
  afk_timeout: number;
  afk_channel_id: string | null;
  system_channel_id: string | null;
  embed: { enabled: boolean; channel_id: string | null };
  /** from the lowest to the highest, @everyone first */
  roles: { id: string; name: string; permissions: number }[];
  channels: Record<string, KeptChannel>;
  members: Record<string, KeptMember>;
  /** reasons, by user */
  bans: Record<string, string | null>;
  invites: Record<string, { channel: string; uses: number; max_uses: number }>;
  integrations: Record<string, { type: string; expire_grace_period: number }>;
  /** the bot's other guilds */
  others: Record<string, OtherGuild>;
}

export interface KeptChannel {
  type: number;
  name: string;
  topic: string | null;
  position: number;
  parent_id: string | null;
  /** what is denied, by role or member */
  overwrites: Record<string, number>;
  /** those that users wrote */
  messages: Record<string, KeptMessage>;
}

export interface KeptMessage {
  author: string;
  content: string;
  pinned: boolean;
  /** the emojis that the bot reacted with */
  reactions: string[];
}

export interface KeptMember {
  nick: string | null;
  roles: string[];
  mute: boolean;
  /** whether it was during a run whose clock was behind */
  joinedLongAgo: boolean;
}

/** A guild that is only made and deleted. */
export interface OtherGuild {
  name: string;
  icon: string | null;
  roles: string[];
  channels: string[];
  denied: number[];
}

type Body = Reply['body'];
type Get = (path: string) => Promise<Body>;

const DAY = 86_400_000;
const PAGE = 100;

/** Reads the whole of a guild, and what other guilds its owner has, over REST. */
export async function readGuild(url: string, as: string, id: string): Promise<KeptGuild> {
  const get: Get = (path) => ok(url, { method: 'GET', path, as });
  const parts = ['', '/channels', '/members?limit=1000', '/bans', '/invites', '/integrations', '/embed'];
  const [guild, channels, members, bans, invites, integrations, embed] = await Promise.all(
    parts.map((part) => get(`/guilds/${id}${part}`)),
  );
  return {
    name: guild.name,
    icon: await readIcon(url, guild),
    afk_timeout: guild.afk_timeout,
    afk_channel_id: guild.afk_channel_id,
    system_channel_id: guild.system_channel_id,
    embed,
    // Those of integrations come and go with them: the store's invariants watch that.
    roles: guild.roles
      .filter(({ managed }: Body) => !managed)
      .map(({ id, name, permissions }: Body) => ({ id, name, permissions })),
    channels: await byKey(channels, async (channel) => [channel.id, await readChannel(get, channel)]),
    members: await byKey(members, (member) => [member.user.id, toMember(member)]),
    bans: await byKey(bans, (ban) => [ban.user.id, ban.reason]),
    invites: await byKey(invites, ({ code, channel, uses, max_uses }) => [
      code,
      { channel: channel.id, uses, max_uses },
    ]),
    integrations: await byKey(integrations, ({ id, type, expire_grace_period }) => [
      id,
      { type, expire_grace_period },
    ]),
    others: await readOthers(url, get, id),
  };
}

async function readChannel(get: Get, channel: Body): Promise<KeptChannel> {
  const { id, type, name, topic = null, position, parent_id } = channel;
  const messages = type === 0 ? await readMessages(get, id) : [];
  return {
    type,
    name,
    topic,
    position,
    parent_id,
    overwrites: await byKey(channel.permission_overwrites, (overwrite) => [overwrite.id, overwrite.deny]),
    messages: await byKey(messages, (message) => [message.id, toMessage(message)]),
  };
}

/** All messages of a channel but those that the service sent, e.g. about members who join. */
async function readMessages(get: Get, channel: string): Promise<Body[]> {
  const all: Body[] = [];
  for (let query = ''; ; query = `&before=${all.at(-1).id}`) {
    const page = await get(`/channels/${channel}/messages?limit=${PAGE}${query}`);
    all.push(...page);
    if (page.length < PAGE) return all.filter((message) => message.type === 0);
  }
}

function toMessage({ author, content, pinned, reactions = [] }: Body): KeptMessage {
  return {
    author: author.id,
    content,
    pinned,
    reactions: inTextOrder(reactions.map(({ emoji }: Body) => emoji.name)),
  };
}

/** Text in the order of its code units. */
export function inTextOrder(texts: readonly string[]): string[] {
  return [...texts].sort((a, b) => (a < b ? -1 : 1));
}

function toMember({ nick = null, roles, mute, joined_at }: Body): KeptMember {
  const joinedLongAgo = Date.now() - Date.parse(joined_at) > DAY;
  return { nick, roles: [...roles].sort(compareSnowflakes), mute, joinedLongAgo };
}

async function readOthers(url: string, get: Get, own: string): Promise<Record<string, OtherGuild>> {
  const guilds: Body[] = (await get('/users/@me/guilds')).filter(({ id }: Body) => id !== own);
  return byKey(guilds, async ({ id }) => {
    const [guild, channels] = await Promise.all([get(`/guilds/${id}`), get(`/guilds/${id}/channels`)]);
    assert.equal(guild.roles[0].id, id, 'the lowest role is @everyone');
    const other: OtherGuild = {
      name: guild.name,
      icon: await readIcon(url, guild),
      roles: guild.roles.map(({ name }: Body) => name),
      channels: channels.map(({ name }: Body) => name),
      denied: channels.flatMap((channel: Body) =>
        channel.permission_overwrites.map(({ deny }: Body) => deny),
      ),
    };
    return [id, other];
  });
}

/** What the picture that is served says of itself. */
async function readIcon(url: string, { id, icon }: Body): Promise<string | null> {
  if (icon === null) return null;
  const response = await fetch(`${url.replace(/\/api$/, '')}/cdn/icons/${id}/${icon}.jpg`);
  assert.equal(response.status, 200, `the icon ${icon} of ${id} is served`);
  const image = Buffer.from(await response.arrayBuffer());
  // The comment is the first segment: after ff d8 ff fe come two bytes of length.
  return image.toString('latin1', 6, 4 + image.readUInt16BE(4));
}

/** An object with its keys in order, so that two that hold the same print the same. */
async function byKey<Value>(
  items: readonly Body[],
  entry: (item: Body) => [string, Value] | Promise<[string, Value]>,
): Promise<Record<string, Value>> {
  const entries = await Promise.all(items.map(entry));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
