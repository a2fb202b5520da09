import Type, { type Static } from 'typebox';
import type { NumberedEvent } from '../../api/gateway/event-log.js';
import { EncodedEvent } from '../../api/gateway/frames/encoded-event.js';
import type { Session } from '../../api/gateway/session.js';
import type { ApiVersion } from '../../api/versions/version.js';
import { readJson } from '../../platform/text/parse-json.js';
import { GATEWAY_EVENTS, type GatewayEventName } from '../../protocol/gateway/events.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import { STATUS_FIELDS } from '../guilds/event-schemas.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';

/** The format of records. It is raised when nodes with the former one would read a record wrongly. */
const RECORD_FORMAT = 2;
/** The size of the events that are stored of a session, in bytes: clients that receive op 7 have received the sent ones. */
const SENT_BYTES = 4 * 1024;
const UNSENT_BYTES = 128 * 1024;
/** The longest record, in characters. */
const MAX_LENGTH = 1024 * 1024;

const count = Type.Integer({ minimum: 0 });

const RecordSchema = Type.Object({
  format: Type.Literal(RECORD_FORMAT),
  /** of the interface, in which the events are written */
  version: Type.Integer(),
  largeThreshold: count,
  shard: Nullable(Type.Tuple([count, count])),
  status: Type.Object(STATUS_FIELDS),
  receivesApplicationUpdates: Type.Boolean(),
  /** the number of the last event */
  last: count,
  /** the newest events: number, name and data */
  events: Type.Array(Type.Tuple([count, Type.String(), Type.Unknown()])),
  guilds: Type.Array(
    Type.Object({
      id: SnowflakeSchema,
      /** the number of the last entry of which the session has received the events */
      position: count,
      /** those that the session has received */
      channels: Type.Array(SnowflakeSchema),
      /** see `FollowedGuilds.viewsOf` */
      views: Type.String(),
    }),
  ),
});

/** A session as another node can continue it. */
export type SessionRecord = Static<typeof RecordSchema>;

/** A guild of a session that moves. */
export type RecordedGuild = SessionRecord['guilds'][number];

const recordValidator = validator(RecordSchema);

/**
 * Freezes a session and writes what another node needs to continue it.
 *
 * @param followed knows the newest entry of each guild whose events the sessions here have received
 * @param sentBytes the size of the events that are stored of those which were sent, in bytes
 * @returns null if it cannot be continued
 */
export function recordSession(
  session: Session,
  followed: Pick<FollowedGuilds, 'positionOf' | 'viewsOf'>,
  sentBytes = SENT_BYTES,
): string | null {
  const { arriving, deliveries, guilds, memberRequests, options, status, version } = session;
  const frozen = session.freeze(sentBytes, UNSENT_BYTES);
  // What is being sent would be lost.
  if (frozen === null || arriving.length > 0 || deliveries.size > 0 || memberRequests > 0) return null;
  const recorded: RecordedGuild[] = [];
  for (const [id, channels] of guilds) {
    const position = followed.positionOf(id);
    const views = followed.viewsOf(id);
    if (position === null || views === null) return null;
    recorded.push({ id, position, channels: [...channels], views });
  }
  const { largeThreshold, receivesApplicationUpdates, shard } = options;
  const record: SessionRecord = {
    format: RECORD_FORMAT,
    version: version.number,
    largeThreshold,
    receivesApplicationUpdates,
    status,
    last: frozen.last,
    shard: shard && [...shard],
    events: frozen.events.map(({ event, sequence }) => {
      const { name, data } = event.writtenFor(version);
      return [sequence, name, data];
    }),
    guilds: recorded,
  };
  const text = JSON.stringify(record);
  return text.length > MAX_LENGTH ? null : text;
}

/** The record in a text; null if it is none, or of another version of the interface. */
export function readRecord(text: string, version: ApiVersion): SessionRecord | null {
  const record = readJson(text, recordValidator);
  const isUsable = record?.version === version.number && record.events.every(([, name]) => isEventName(name));
  return isUsable ? record : null;
}

/** The events of a record. */
export function eventsOf({ events }: SessionRecord): NumberedEvent[] {
  return events.flatMap(([sequence, name, data]) =>
    isEventName(name) ? { sequence, event: EncodedEvent.writtenBy(() => ({ name, data })) } : [],
  );
}

function isEventName(name: string): name is GatewayEventName {
  return Object.hasOwn(GATEWAY_EVENTS, name);
}
