import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import type { KeptGuild } from './kept-guild.js';
import { at, chance, type OperationFactory, pick, type Scene, type Visitor } from './operation.js';

function inside({ people, kept }: Scene): Visitor | undefined {
  return pick(people.filter(({ id }) => id in kept.members));
}

function outside({ people, kept }: Scene): Visitor | undefined {
  return pick(people.filter(({ id }) => !(id in kept.members) && !(id in kept.bans)));
}

/** Operations to members. */
export const MEMBER_OPERATIONS: readonly OperationFactory[] = [
  join,
  join,
  join,
  accept,
  edit,
  edit,
  ownNick,
  kick,
  leave,
  ban,
  unban,
  unban,
  prune,
  prune,
  prune,
];

function join(scene: Scene): ReturnType<OperationFactory> {
  const { guild, bot, kept, behind, number } = scene;
  const person = outside(scene);
  if (person === undefined) return null;
  const role = chance(0.5) ? pick(kept.roles.slice(1)) : undefined;
  const roles = role === undefined ? [] : [role.id];
  const nick = `nick ${number}`;
  const json = { access_token: person.join, nick, roles };
  return {
    call: { method: 'PUT', path: `/guilds/${guild}/members/${person.id}`, as: bot, json },
    apply: (now) => {
      now.members[person.id] = { nick, roles, mute: false, joinedLongAgo: behind };
    },
  };
}

function accept(scene: Scene): ReturnType<OperationFactory> {
  const { kept, behind } = scene;
  const person = outside(scene);
  const code = pick(Object.keys(kept.invites));
  if (person === undefined || code === undefined) return null;
  return {
    call: { method: 'POST', path: `/invites/${code}`, as: person.token },
    apply: (now) => {
      now.members[person.id] = { nick: null, roles: [], mute: false, joinedLongAgo: behind };
      const invite = at(now.invites, code);
      invite.uses += 1;
      if (invite.uses === invite.max_uses) delete now.invites[code];
    },
  };
}

function edit(scene: Scene): ReturnType<OperationFactory> {
  const { guild, bot, kept, number } = scene;
  const person = inside(scene);
  if (person === undefined) return null;
  const roles = kept.roles.slice(1).flatMap(({ id }) => (chance(0.5) ? id : []));
  const nick = number % 4 === 0 ? null : `edited ${number}`;
  const changes = { nick, roles: roles.sort(compareSnowflakes), mute: number % 2 === 0 };
  return {
    call: { method: 'PATCH', path: `/guilds/${guild}/members/${person.id}`, as: bot, json: changes },
    apply: (now) => void Object.assign(at(now.members, person.id), changes),
  };
}

function ownNick(scene: Scene): ReturnType<OperationFactory> {
  const person = inside(scene);
  if (person === undefined) return null;
  scene.seen.add(person.id);
  const nick = `own ${scene.number}`;
  const path = `/guilds/${scene.guild}/members/@me/nick`;
  return {
    call: { method: 'PATCH', path, as: person.token, json: { nick } },
    audited: true,
    apply: (now) => {
      at(now.members, person.id).nick = nick;
    },
  };
}

function kick(scene: Scene): ReturnType<OperationFactory> {
  const person = inside(scene);
  if (person === undefined) return null;
  return {
    call: { method: 'DELETE', path: `/guilds/${scene.guild}/members/${person.id}`, as: scene.bot },
    audited: true,
    apply: (now) => removeMember(now, person.id),
  };
}

function leave(scene: Scene): ReturnType<OperationFactory> {
  const person = inside(scene);
  if (person === undefined) return null;
  scene.seen.add(person.id);
  return {
    call: { method: 'DELETE', path: `/users/@me/guilds/${scene.guild}`, as: person.token },
    apply: (now) => removeMember(now, person.id),
  };
}

/** Takes the messages of the banned along. */
function ban(scene: Scene): ReturnType<OperationFactory> {
  const { guild, bot, people, kept, number } = scene;
  const person = pick(people.filter(({ id }) => !(id in kept.bans)));
  if (person === undefined || Object.keys(kept.bans).length > 2) return null;
  const reason = `ban ${number}`;
  const query = new URLSearchParams({ 'delete-message-days': '7', reason });
  return {
    call: { method: 'PUT', path: `/guilds/${guild}/bans/${person.id}?${query}`, as: bot },
    audited: true,
    apply: (now) => {
      removeMember(now, person.id);
      now.bans[person.id] = reason;
      for (const { messages } of Object.values(now.channels)) {
        for (const [id, { author }] of Object.entries(messages))
          if (author === person.id) delete messages[id];
      }
    },
  };
}

function unban({ guild, bot, kept }: Scene): ReturnType<OperationFactory> {
  const id = pick(Object.keys(kept.bans));
  if (id === undefined) return null;
  return {
    call: { method: 'DELETE', path: `/guilds/${guild}/bans/${id}`, as: bot },
    audited: true,
    apply: (now) => void delete now.bans[id],
  };
}

/** Who joined long ago, did nothing in this run and has no role, goes. */
function prune({ guild, bot, botId, kept, behind, seen }: Scene): ReturnType<OperationFactory> {
  if (behind) return null;
  const idle = Object.entries(kept.members)
    .filter(([id, { joinedLongAgo, roles }]) => joinedLongAgo && roles.length === 0 && !seen.has(id))
    .map(([id]) => id)
    .filter((id) => id !== botId);
  if (idle.length === 0) return null;
  return {
    call: { method: 'POST', path: `/guilds/${guild}/prune?days=1`, as: bot },
    audited: true,
    apply: (now) => {
      for (const id of idle) removeMember(now, id);
    },
  };
}

/** Nothing names a member who is gone, but for what they wrote. */
function removeMember(now: KeptGuild, user: string): void {
  delete now.members[user];
  for (const { overwrites } of Object.values(now.channels)) delete overwrites[user];
}
