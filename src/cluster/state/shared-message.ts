import Type, { type Static } from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { GATEWAY_EVENTS, type GatewayEventName } from '../../protocol/gateway/events.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';

/** The subject of what concerns all nodes (docs/adr/0049-state-of-all-nodes.md). */
export const SHARED_SUBJECT = 'shared';

/** What is counted over all nodes. */
const COUNTERS = ['activity-requests', 'guest-accounts', 'session-starts', 'wrong-codes'] as const;
export type CounterName = (typeof COUNTERS)[number];

const Count = Type.Integer({ minimum: 0 });
const EventName = Type.Unsafe<GatewayEventName>({ enum: Object.keys(GATEWAY_EVENTS) });
/** The data of an event by the number of the version that wrote it. */
const ByVersion = Type.Record(Type.String(), Type.Unknown());

/** The requests of a caller at one node since its last message. */
const CallerCountSchema = Type.Object({
  caller: Type.String(),
  total: Count,
  buckets: Type.Array(Type.Tuple([Type.String(), Count])),
});

const SharedMessageSchema = Type.Union([
  /** what authenticated callers are was changed: tokens or grants were revoked, or two-factor authentication was changed */
  Type.Object({ kind: Type.Literal('callers') }),
  Type.Object({ kind: Type.Literal('account'), userId: SnowflakeSchema }),
  /** a user was active, by which prunes count */
  Type.Object({ kind: Type.Literal('activity'), userId: SnowflakeSchema }),
  Type.Object({ kind: Type.Literal('applications') }),
  Type.Object({ kind: Type.Literal('end-sessions'), userId: SnowflakeSchema }),
  Type.Object({
    kind: Type.Literal('user-event'),
    userId: SnowflakeSchema,
    name: EventName,
    data: ByVersion,
  }),
  Type.Object({
    kind: Type.Literal('private-event'),
    userIds: Type.Array(SnowflakeSchema),
    written: Type.Record(Type.String(), Type.Object({ name: EventName, data: Type.Unknown() })),
  }),
  Type.Object({
    kind: Type.Literal('count'),
    counter: Type.Unsafe<CounterName>({ enum: [...COUNTERS] }),
    key: Type.String(),
    amount: Type.Integer({ minimum: -1, maximum: 1 }),
  }),
  Type.Object({
    kind: Type.Literal('requests'),
    /** the end of their window, in milliseconds since the Unix epoch */
    windowEnd: Type.Integer(),
    callers: Type.Array(CallerCountSchema),
  }),
]);

export type SharedMessage = Static<typeof SharedMessageSchema>;
export type CallerCount = Static<typeof CallerCountSchema>;

const envelopeValidator = validator(Type.Object({ from: Type.String(), message: SharedMessageSchema }));

/** A message with the name of the process that sends it. */
export function writeSharedMessage(from: string, message: SharedMessage): string {
  return JSON.stringify({ from, message });
}

/** The message in a text; null if it is none, or from `own`, the process that reads it. */
export function readSharedMessage(own: string, text: string): SharedMessage | null {
  const envelope = readJson(text, envelopeValidator);
  return envelope === null || envelope.from === own ? null : envelope.message;
}
