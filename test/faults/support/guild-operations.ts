import { dataUri, jpeg } from '../../api/support/jpeg.js';
import { at, type OperationFactory, pick } from './operation.js';

const CATEGORY = 4;

/** Operations to guilds as such. */
export const GUILD_OPERATIONS: readonly OperationFactory[] = [
  ({ guild, bot, kept, number }) => {
    const icon = number % 3 === 0 ? null : `icon ${number}`;
    const name = `World ${number}`;
    const afk_timeout = pick([60, 300, 900, 1800, 3600].filter((seconds) => seconds !== kept.afk_timeout));
    const image = icon === null ? null : dataUri(jpeg(128, 128, icon));
    const json = { name, afk_timeout, icon: image };
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}`, as: bot, json },
      audited: true,
      apply: (now) => Object.assign(now, { name, icon, afk_timeout }),
    };
  },
  ({ guild, bot, kept }) => {
    const ofType = (type: number) =>
      Object.keys(kept.channels).filter((id) => kept.channels[id]?.type === type);
    const json = { system_channel_id: pick(ofType(0)) ?? null, afk_channel_id: pick(ofType(2)) ?? null };
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}`, as: bot, json },
      apply: (now) => Object.assign(now, json),
    };
  },
  ({ guild, bot, kept }) => {
    const rooms = Object.keys(kept.channels).filter((id) => at(kept.channels, id).type !== CATEGORY);
    const embed = { enabled: !kept.embed.enabled, channel_id: pick(rooms) ?? null };
    return {
      call: { method: 'PATCH', path: `/guilds/${guild}/embed`, as: bot, json: embed },
      apply: (now) => {
        now.embed = embed;
      },
    };
  },
  ({ guild, bot, kept, number }) => {
    if (Object.keys(kept.integrations).length > 0) return null;
    const json = { type: 'twitch', id: String(number) };
    return {
      call: { method: 'POST', path: `/guilds/${guild}/integrations`, as: bot, json },
      audited: true,
      apply: (now) => {
        now.integrations[json.id] = { type: json.type, expire_grace_period: 0 };
      },
    };
  },
  ({ guild, bot, kept, number }) => {
    const id = pick(Object.keys(kept.integrations));
    if (id === undefined) return null;
    const path = `/guilds/${guild}/integrations/${id}`;
    if (number % 3 === 0) {
      return { call: { method: 'POST', path: `${path}/sync`, as: bot }, apply: () => undefined };
    }
    if (number % 3 === 1) {
      return {
        call: { method: 'DELETE', path, as: bot },
        audited: true,
        apply: (now) => void delete now.integrations[id],
      };
    }
    return {
      call: { method: 'PATCH', path, as: bot, json: { expire_grace_period: number } },
      audited: true,
      apply: (now) => {
        now.integrations[id] = { type: 'twitch', expire_grace_period: number };
      },
    };
  },
  ({ bot, botId, kept, number }) => {
    if (Object.keys(kept.others).length > 1) return null;
    const [name, icon] = [`Other ${number}`, `other icon ${number}`];
    const roles = [{ id: 0 }, { id: 1, name: 'first' }, { id: 2, name: 'second' }];
    const permission_overwrites = [
      { id: 1, type: 'role', allow: 0, deny: 0x1000 },
      { id: botId, type: 'member', allow: 0, deny: 0x4000 },
    ];
    const channels = [{ name: 'one', permission_overwrites }, { name: 'two' }, { name: 'Three', type: 2 }];
    const json = { name, icon: dataUri(jpeg(128, 128, icon)), roles, channels };
    return {
      call: { method: 'POST', path: '/guilds', as: bot, json },
      makes: 'others',
      apply: (now, { id }) => {
        const names = { roles: ['@everyone', 'first', 'second'], channels: ['one', 'two', 'Three'] };
        now.others[id] = { name, icon, ...names, denied: [0x1000, 0x4000] };
      },
    };
  },
  ({ bot, kept }) => {
    const id = pick(Object.keys(kept.others));
    if (id === undefined) return null;
    return {
      call: { method: 'DELETE', path: `/guilds/${id}`, as: bot },
      apply: (now) => void delete now.others[id],
    };
  },
];
