import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { compareSnowflakes } from '../../protocol/snowflake.js';

/** The channels of a guild in the order of its channel list: those without a category, then each category with its channels. */
export function orderChannels(channels: readonly Channel[]): Channel[] {
  const sorted = [...channels].sort(compareChannels);
  const categories = sorted.filter(isCategory);
  const known = new Set(categories.map(({ id }) => id));
  const byCategory = new Map<string | null, Channel[]>();
  for (const channel of sorted) {
    if (isCategory(channel)) continue;
    const parent = channel.parent_id ?? null;
    // The category of a visible channel may be hidden.
    const key = parent !== null && known.has(parent) ? parent : null;
    const siblings = byCategory.get(key);
    if (siblings === undefined) byCategory.set(key, [channel]);
    else siblings.push(channel);
  }
  return [
    ...(byCategory.get(null) ?? []),
    ...categories.flatMap((category) => [category, ...(byCategory.get(category.id) ?? [])]),
  ];
}

/** Voice channels follow text channels, whatever their positions. */
function compareChannels(a: Channel, b: Channel): number {
  const voice = Number(isVoice(a)) - Number(isVoice(b));
  return voice || (a.position ?? 0) - (b.position ?? 0) || compareSnowflakes(a.id, b.id);
}

function isCategory({ type }: Channel): boolean {
  return type === CHANNEL_TYPES.GUILD_CATEGORY;
}

function isVoice({ type }: Channel): boolean {
  return type === CHANNEL_TYPES.GUILD_VOICE;
}
