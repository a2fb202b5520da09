import { inTextOrder } from './kept-guild.js';
import { at, chance, type OperationFactory, pick, type Scene } from './operation.js';

const SEVERAL = 12;
const EMOJIS = ['👍', '🎉', '👀'];

function someText({ kept }: Scene): string | undefined {
  return pick(Object.keys(kept.channels).filter((id) => at(kept.channels, id).type === 0));
}

function someMessage(scene: Scene): { channel: string; id: string } | null {
  const channel = someText(scene);
  const id = channel && pick(Object.keys(at(scene.kept.channels, channel).messages));
  return channel !== undefined && id !== undefined ? { channel, id } : null;
}

/** Changes of messages. */
export const MESSAGE_OPERATIONS: readonly OperationFactory[] = [
  (scene) => {
    const channel = someText(scene);
    if (channel === undefined || Object.keys(at(scene.kept.channels, channel).messages).length > SEVERAL)
      return null;
    const person = chance(0.5) ? pick(scene.people.filter(({ id }) => id in scene.kept.members)) : undefined;
    if (person !== undefined) scene.seen.add(person.id);
    const content = `message ${scene.number}`;
    const as = person?.token ?? scene.bot;
    return {
      call: { method: 'POST', path: `/channels/${channel}/messages`, as, json: { content } },
      makes: 'messages',
      apply: (now, { id }) => {
        at(now.channels, channel).messages[id] = {
          author: person?.id ?? scene.botId,
          content,
          pinned: false,
          reactions: [],
        };
      },
    };
  },
  (scene) => {
    const channel = someText(scene);
    if (channel === undefined) return null;
    const entries = Object.entries(at(scene.kept.channels, channel).messages);
    const [id] = pick(entries.filter(([, { author }]) => author === scene.botId)) ?? [];
    if (id === undefined) return null;
    const content = `edited ${scene.number}`;
    return {
      call: {
        method: 'PATCH',
        path: `/channels/${channel}/messages/${id}`,
        as: scene.bot,
        json: { content },
      },
      apply: (now) => {
        at(at(now.channels, channel).messages, id).content = content;
      },
    };
  },
  (scene) => {
    const found = someMessage(scene);
    if (found === null) return null;
    const { channel, id } = found;
    const pinned = !at(at(scene.kept.channels, channel).messages, id).pinned;
    const path = `/channels/${channel}/pins/${id}`;
    return {
      call: { method: pinned ? 'PUT' : 'DELETE', path, as: scene.bot },
      apply: (now) => {
        at(at(now.channels, channel).messages, id).pinned = pinned;
      },
    };
  },
  (scene) => {
    const found = someMessage(scene);
    if (found === null) return null;
    const { channel, id } = found;
    const emoji = pick(EMOJIS) ?? '';
    const had = at(at(scene.kept.channels, channel).messages, id).reactions.includes(emoji);
    const path = `/channels/${channel}/messages/${id}/reactions/${encodeURIComponent(emoji)}/@me`;
    return {
      call: { method: had ? 'DELETE' : 'PUT', path, as: scene.bot },
      apply: (now) => {
        const message = at(at(now.channels, channel).messages, id);
        const others = message.reactions.filter((one) => one !== emoji);
        message.reactions = had ? others : inTextOrder([...others, emoji]);
      },
    };
  },
  (scene) => {
    const channel = someText(scene);
    const id =
      channel === undefined ? undefined : pick(Object.keys(at(scene.kept.channels, channel).messages));
    if (channel === undefined || id === undefined) return null;
    return {
      call: { method: 'DELETE', path: `/channels/${channel}/messages/${id}`, as: scene.bot },
      apply: (now) => void delete at(now.channels, channel).messages[id],
    };
  },
];
