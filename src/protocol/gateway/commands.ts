import Type, { type Static } from 'typebox';
import { STATUSES } from '../objects/presence.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';

/** Payloads from clients to the gateway (docs/gateway.md); unknown fields are ignored. */

/** Further fields are taken one by one: a wrong one is left out. */
const SentActivitySchema = Type.Object({
  name: Type.String({ maxLength: 128 }),
  type: Type.Optional(Type.Integer()),
  url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
});
export type SentActivity = Static<typeof SentActivitySchema>;

/** op 3, and part of op 2 */
export const StatusUpdateSchema = Type.Object({
  status: Enumeration({ ...STATUSES, INVISIBLE: 'invisible' }),
  game: Type.Optional(Nullable(SentActivitySchema)),
  /** as later clients send it */
  activities: Type.Optional(Nullable(Type.Array(SentActivitySchema, { maxItems: 64 }))),
});
export type StatusUpdate = Static<typeof StatusUpdateSchema>;

/** op 2 */
export const IdentifySchema = Type.Object({
  token: Type.String({ maxLength: 200 }),
  /** whether large payloads may be compressed individually */
  compress: Type.Optional(Nullable(Type.Boolean())),
  large_threshold: Type.Optional(Nullable(Type.Integer())),
  shard: Type.Optional(Nullable(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))),
  presence: Type.Optional(Nullable(StatusUpdateSchema)),
  /** whether the session receives OAUTH2_APPLICATIONS_UPDATE; ignored for bots */
  application_updates: Type.Optional(Nullable(Type.Boolean())),
});
export type Identify = Static<typeof IdentifySchema>;

/** op 4 */
export const VoiceStateUpdateSchema = Type.Object({
  guild_id: SnowflakeSchema,
  /** null: leave */
  channel_id: Type.Optional(Nullable(SnowflakeSchema)),
  self_mute: Type.Optional(Nullable(Type.Boolean())),
  self_deaf: Type.Optional(Nullable(Type.Boolean())),
});
export type VoiceStateUpdate = Static<typeof VoiceStateUpdateSchema>;

/** op 6 */
export const ResumeSchema = Type.Object({
  token: Type.String({ maxLength: 200 }),
  session_id: Type.String({ maxLength: 100 }),
  seq: Type.Integer({ minimum: 0 }),
});
export type Resume = Static<typeof ResumeSchema>;

/** op 8 */
export const RequestMembersSchema = Type.Object({
  guild_id: Type.Union([SnowflakeSchema, Type.Array(SnowflakeSchema, { maxItems: 50 })]),
  query: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  /** 0: all */
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  /** only these users; `query` is ignored then */
  user_ids: Type.Optional(
    Nullable(Type.Union([SnowflakeSchema, Type.Array(SnowflakeSchema, { maxItems: 100 })])),
  ),
  /** whether to include the presences of the members */
  presences: Type.Optional(Nullable(Type.Boolean())),
  /** echoed in each chunk; a longer one is omitted */
  nonce: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
});
export type RequestMembers = Static<typeof RequestMembersSchema>;
