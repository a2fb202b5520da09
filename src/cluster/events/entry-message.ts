import Type from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry } from '../../store/cluster.js';
import { type Bus, isTooLong } from '../bus/bus.js';

const messageValidator = validator(
  Type.Object({
    guildId: SnowflakeSchema,
    sequence: Type.Integer({ minimum: 1 }),
    /** null: too long for a message; it is read from the store */
    text: Nullable(Type.String()),
  }),
);

/** A message about a stored entry. */
export interface EntryMessage {
  readonly guildId: Snowflake;
  readonly sequence: number;
  readonly text: string | null;
}

/** The subject on which the owner of a guild publishes its entries. */
export function entrySubject(guildId: Snowflake): string {
  return `guild.${guildId}`;
}

/** Publishes an entry. Call it once the entry is stored, never before. */
export function publishEntry(bus: Pick<Bus, 'publish'>, entry: GuildEntry): void {
  const whole = JSON.stringify(entry);
  const { guildId, sequence } = entry;
  bus.publish(
    entrySubject(guildId),
    isTooLong(whole) ? JSON.stringify({ guildId, sequence, text: null }) : whole,
  );
}

/** The message in a text; null if it is none. */
export function readEntryMessage(text: string): EntryMessage | null {
  return readJson(text, messageValidator);
}
