import type { KeptGuild } from './kept-guild.js';
import { at, chance, type OperationFactory, pick } from './operation.js';

const [TEXT, VOICE, CATEGORY] = [0, 2, 4];
const SEVERAL = 7;
/** Overwrites deny only what no operation needs: TTS, links, files. */
const DENIED = [0x1000, 0x4000, 0x8000];

function channelsOf(kept: KeptGuild, ...types: number[]): string[] {
  return Object.keys(kept.channels).filter((id) => types.includes(at(kept.channels, id).type));
}

/** Operations to channels and their overwrites. */
export const CHANNEL_OPERATIONS: readonly OperationFactory[] = [
  ({ guild, bot, kept, number }) => {
    if (Object.keys(kept.channels).length > SEVERAL) return null;
    const type = pick([TEXT, TEXT, VOICE, CATEGORY]) ?? TEXT;
    const parent_id = type === CATEGORY ? null : (pick(channelsOf(kept, CATEGORY)) ?? null);
    const name = `room-${number}`;
    const permission_overwrites = [{ id: guild, type: 'role', allow: 0, deny: DENIED[0] }];
    const json = { name, type, parent_id, permission_overwrites };
    return {
      call: { method: 'POST', path: `/guilds/${guild}/channels`, as: bot, json },
      makes: 'channels',
      audited: true,
      apply: (now, { id, position }) => {
        const overwrites = { [guild]: 0x1000 };
        now.channels[id] = { type, name, topic: null, position, parent_id, overwrites, messages: {} };
      },
    };
  },
  ({ bot, kept, number }) => {
    const id = pick(channelsOf(kept, TEXT));
    if (id === undefined) return null;
    const parent_id = pick(channelsOf(kept, CATEGORY)) ?? null;
    const json = { name: `renamed-${number}`, topic: `topic ${number}`, parent_id };
    return {
      call: { method: 'PATCH', path: `/channels/${id}`, as: bot, json },
      audited: true,
      apply: (now) => void Object.assign(at(now.channels, id), json),
    };
  },
  ({ guild, bot, kept, number }) => {
    const ids = channelsOf(kept, TEXT, VOICE);
    if (ids.length < 2) return null;
    const moves = ids.map((id, index) => ({ id, position: (index + number) % ids.length }));
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}/channels`, as: bot, json: moves },
      apply: (now) => {
        for (const { id, position } of moves) at(now.channels, id).position = position;
      },
    };
  },
  ({ bot, kept }) => {
    const id = pick(Object.keys(kept.channels));
    if (id === undefined || channelsOf(kept, TEXT).length < 2) return null;
    return {
      call: { method: 'DELETE', path: `/channels/${id}`, as: bot },
      audited: true,
      apply: (now) => removeChannel(now, id),
    };
  },
  ({ bot, kept }) => {
    const id = pick(Object.keys(kept.channels));
    const isRole = chance(0.5);
    const target = isRole ? pick(kept.roles)?.id : pick(Object.keys(kept.members));
    if (id === undefined || target === undefined) return null;
    const before = at(kept.channels, id).overwrites[target];
    const deny = pick(DENIED.filter((bits) => bits !== before)) ?? 0;
    const json = { type: isRole ? 'role' : 'member', allow: 0, deny };
    return {
      call: { method: 'PUT', path: `/channels/${id}/permissions/${target}`, as: bot, json },
      audited: true,
      apply: (now) => {
        at(now.channels, id).overwrites[target] = deny;
      },
    };
  },
  ({ bot, kept }) => {
    const id = pick(Object.keys(kept.channels));
    const target = id === undefined ? undefined : pick(Object.keys(at(kept.channels, id).overwrites));
    if (id === undefined || target === undefined) return null;
    return {
      call: { method: 'DELETE', path: `/channels/${id}/permissions/${target}`, as: bot },
      audited: true,
      apply: (now) => void delete at(now.channels, id).overwrites[target],
    };
  },
  ({ bot, kept, number }) => {
    const id = pick(channelsOf(kept, TEXT, VOICE));
    if (id === undefined || Object.keys(kept.invites).length > 4) return null;
    const json = { max_age: 0, max_uses: 1 + (number % 2), unique: true };
    return {
      call: { method: 'POST', path: `/channels/${id}/invites`, as: bot, json },
      makes: 'invites',
      audited: true,
      apply: (now, { id: code }) => {
        now.invites[code] = { channel: id, uses: 0, max_uses: json.max_uses };
      },
    };
  },
  ({ bot, kept }) => {
    const code = pick(Object.keys(kept.invites));
    if (code === undefined) return null;
    return {
      call: { method: 'DELETE', path: `/invites/${code}`, as: bot },
      audited: true,
      apply: (now) => void delete now.invites[code],
    };
  },
];

/** Nothing names a channel that is gone. */
function removeChannel(now: KeptGuild, id: string): void {
  delete now.channels[id];
  for (const channel of Object.values(now.channels)) if (channel.parent_id === id) channel.parent_id = null;
  for (const [code, { channel }] of Object.entries(now.invites)) if (channel === id) delete now.invites[code];
  if (now.afk_channel_id === id) now.afk_channel_id = null;
  if (now.system_channel_id === id) now.system_channel_id = null;
  if (now.embed.channel_id === id) now.embed.channel_id = null;
}
