import type { Snowflake } from '../../protocol/snowflake.js';
import type { Fence } from '../cluster.js';
import type { BatchedChange } from '../sql/committer.js';
import type { BoundStatement } from './compile-writes.js';
import { compileVoice } from './voice-states.js';

/** In the order of guilds, which all nodes share, so that no two transactions wait for each other. */
const FENCE = `SELECT fence_guild(guild_id, epoch, number, entry) FROM (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) WITH ORDINALITY
    AS given(guild_id, epoch, number, entry, position) ORDER BY guild_id, position) AS ordered`;
const OWN_NEW =
  'SELECT own_new_guild(guild_id, node) FROM unnest($1::bigint[], $2::text[]) AS given(guild_id, node)';
const STORE_REPLIES =
  'SELECT store_reply(key, reply) FROM unnest($1::text[], $2::text[]) AS given(key, reply)';

interface FencedGuild {
  readonly guildId: Snowflake;
  readonly fence: Fence;
}

/**
 * Statements that end the transaction unless each fenced change is one of the guild's owner, and of a request that was
 * not carried out before; they add the entries, the replies and the voice states (docs/adr/0044-one-owner-per-guild.md).
 */
export function compileFences(batch: readonly BatchedChange[]): BoundStatement[] {
  const fenced: FencedGuild[] = [];
  for (const { requirements } of batch) {
    const { fence, subject } = requirements;
    if (fence !== undefined && subject !== undefined) fenced.push({ guildId: subject.id, fence });
  }
  if (fenced.length === 0) return [];
  const created = fenced.filter(({ fence }) => fence.creator !== undefined);
  const requests = fenced.flatMap(({ fence }) => fence.request ?? []);
  const guilds: BoundStatement = {
    text: FENCE,
    values: [
      fenced.map(({ guildId }) => guildId),
      fenced.map(({ fence }) => fence.epoch),
      fenced.map(({ fence }) => fence.entry?.sequence ?? null),
      fenced.map(({ fence }) => fence.entry?.text ?? null),
    ],
    conflict: 'owner',
  };
  const owners: BoundStatement = {
    text: OWN_NEW,
    values: [created.map(({ guildId }) => guildId), created.map(({ fence }) => fence.creator ?? '')],
    conflict: 'owner',
  };
  const voice = compileVoice(batch);
  const replies: BoundStatement = {
    text: STORE_REPLIES,
    values: [requests.map(({ key }) => key), requests.map(({ reply }) => reply)],
    conflict: 'repeated',
  };
  return [
    ...(created.length === 0 ? [] : [owners]),
    guilds,
    ...(requests.length === 0 ? [] : [replies]),
    ...voice,
  ];
}
