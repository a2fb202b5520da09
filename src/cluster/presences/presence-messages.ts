import Type, { type Static } from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import { STATUS_FIELDS } from '../guilds/event-schemas.js';

/** How many users and guilds are in one message at most, which has to fit on the bus: a status takes 25 kB at most. */
export const USERS_AT_ONCE = 30;
export const MAX_GUILDS = 10_000;

const node = Type.String({ maxLength: 100 });
const number = Type.Integer({ minimum: 0 });
const StatusSchema = Type.Object(STATUS_FIELDS);

const MessageSchema = Type.Union([
  /** the status of a user of the node, null: no longer connected to it; and the guilds of the user, null: too many */
  Type.Object({
    kind: Type.Literal('changed'),
    node,
    number,
    userId: SnowflakeSchema,
    status: Nullable(StatusSchema),
    guildIds: Nullable(Type.Array(SnowflakeSchema)),
  }),
  /** the number of the newest change of the node */
  Type.Object({ kind: Type.Literal('newest'), node, number }),
  /** the node needs all presences of another; null: of all others */
  Type.Object({ kind: Type.Literal('asked'), node, of: Nullable(node) }),
  /** a part of all presences of the node, as of a number */
  Type.Object({
    kind: Type.Literal('all'),
    node,
    number,
    index: Type.Integer({ minimum: 0 }),
    count: Type.Integer({ minimum: 1 }),
    users: Type.Array(Type.Tuple([SnowflakeSchema, StatusSchema])),
  }),
]);

/** A message about the presences of a node. */
export type PresenceMessage = Static<typeof MessageSchema>;

const messageValidator = validator(MessageSchema);

/** The message in a text; null if it is none. */
export function readPresenceMessage(text: string): PresenceMessage | null {
  return readJson(text, messageValidator);
}
