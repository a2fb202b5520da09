import Type from 'typebox';
import type { GuildVoiceState } from '../../guilds/state.js';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { BatchedChange } from '../sql/committer.js';
import type { VoiceChange } from '../sql/conditions.js';
import type { BoundStatement } from './compile-writes.js';
import { type Connection, checkRows } from './connection.js';

const REMOVE = `DELETE FROM voice_states AS stored USING unnest($1::bigint[], $2::bigint[]) AS given(guild_id, user_id)
  WHERE stored.guild_id = given.guild_id AND stored.user_id = given.user_id`;
const PUT = `INSERT INTO voice_states SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[],
    $5::smallint[], $6::smallint[], $7::bigint[], $8::smallint[])
  ON CONFLICT (guild_id, user_id) DO UPDATE SET (channel_id, session_id, self_mute, self_deaf, active_at, has_delegated_access)
    = (excluded.channel_id, excluded.session_id, excluded.self_mute, excluded.self_deaf, excluded.active_at,
      excluded.has_delegated_access)`;
const OF_GUILD = `SELECT user_id::text AS "userId", channel_id::text AS "channelId", session_id AS "sessionId",
    self_mute = 1 AS "selfMute", self_deaf = 1 AS "selfDeaf", active_at AS "activeAt", has_delegated_access = 1 AS "hasDelegatedAccess"
  FROM voice_states WHERE guild_id = $1::bigint ORDER BY user_id`;

const voiceRows = validator(
  Type.Array(
    Type.Object({
      userId: Type.String(),
      channelId: Type.String(),
      sessionId: Type.String(),
      selfMute: Type.Boolean(),
      selfDeaf: Type.Boolean(),
      activeAt: Type.Number(),
      hasDelegatedAccess: Type.Boolean(),
    }),
  ),
);

interface LastChange {
  readonly guildId: Snowflake;
  readonly change: VoiceChange;
}

/** Stores the last change of each user's voice state in each guild. They come before the removal of a guild. */
export function compileVoice(batch: readonly BatchedChange[]): BoundStatement[] {
  const last = new Map<string, LastChange>();
  for (const { requirements } of batch) {
    const { subject, voice = [] } = requirements;
    if (subject === undefined) continue;
    for (const change of voice) last.set(`${subject.id} ${userOf(change)}`, { guildId: subject.id, change });
  }
  const removed: LastChange[] = [];
  const put: { guildId: Snowflake; state: GuildVoiceState }[] = [];
  for (const { guildId, change } of last.values()) {
    if (change.kind === 'voice-state') put.push({ guildId, state: change.voiceState });
    else removed.push({ guildId, change });
  }
  return [
    ...(removed.length > 0
      ? [
          {
            text: REMOVE,
            values: [removed.map(({ guildId }) => guildId), removed.map(({ change }) => userOf(change))],
          },
        ]
      : []),
    ...(put.length > 0 ? [compilePut(put)] : []),
  ];
}

/** The voice states of a guild, by user. */
export async function readVoiceStates(
  connection: Pick<Connection, 'query'>,
  guildId: Snowflake,
): Promise<Map<Snowflake, GuildVoiceState>> {
  const rows = await connection.query(OF_GUILD, [guildId], 'objects');
  return new Map(checkRows(voiceRows, rows, 'voice_states').map((state) => [state.userId, state]));
}

function compilePut(put: readonly { guildId: Snowflake; state: GuildVoiceState }[]): BoundStatement {
  const states = put.map(({ state }) => state);
  return {
    text: PUT,
    values: [
      put.map(({ guildId }) => guildId),
      states.map(({ userId }) => userId),
      states.map(({ channelId }) => channelId),
      states.map(({ sessionId }) => sessionId),
      states.map(({ selfMute }) => Number(selfMute)),
      states.map(({ selfDeaf }) => Number(selfDeaf)),
      states.map(({ activeAt }) => activeAt),
      states.map(({ hasDelegatedAccess }) => Number(hasDelegatedAccess)),
    ],
  };
}

function userOf(change: VoiceChange): Snowflake {
  return change.kind === 'voice-state' ? change.voiceState.userId : change.userId;
}
