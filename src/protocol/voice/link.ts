import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../schema.js';

/** Messages between a service and a voice endpoint that runs alone (docs/voice.md, Separate endpoints). JSON, one a frame. */

/** Where endpoints connect to, below the URL of the API. */
export const VOICE_LINK_PATH = '/voice-endpoints';

export const VOICE_LINK_LIMITS = {
  /** bytes of one message */
  MESSAGE_BYTES: 64 * 1024,
  /** users in one message about speech */
  SPEAKERS: 500,
  /** how often both sides check that the other one answers, in milliseconds */
  HEARTBEAT_MS: 10_000,
} as const;

export const LinkMemberSchema = Type.Object({
  guild_id: SnowflakeSchema,
  channel_id: SnowflakeSchema,
  user_id: SnowflakeSchema,
  /** the gateway session that joined the channel */
  session_id: Type.String({ maxLength: 100 }),
  may_speak: Type.Boolean(),
  may_listen: Type.Boolean(),
});
export type LinkMember = Static<typeof LinkMemberSchema>;

/** From the service. */
export const ServiceMessageSchema = Type.Union([
  /** a member may connect with the token of this hash; the endpoint answers with `admitted` */
  Type.Object({
    op: Type.Literal('admit'),
    member: LinkMemberSchema,
    token_hash: Type.String({ maxLength: 64 }),
    nonce: Type.Integer({ minimum: 0 }),
  }),
  /** the rights of a member changed */
  Type.Object({ op: Type.Literal('update'), member: LinkMemberSchema }),
  Type.Object({ op: Type.Literal('remove'), guild_id: SnowflakeSchema, user_id: SnowflakeSchema }),
  /** all members of this endpoint were admitted; `service` differs after each start of the service */
  Type.Object({ op: Type.Literal('synced'), service: Type.String({ maxLength: 100 }) }),
]);
export type ServiceMessage = Static<typeof ServiceMessageSchema>;

/** From the endpoint. */
export const EndpointMessageSchema = Type.Union([
  /** the first message: `id` differs after each start of the endpoint, `address` is as in VOICE_SERVER_UPDATE */
  Type.Object({
    op: Type.Literal('register'),
    id: Type.String({ minLength: 1, maxLength: 100 }),
    address: Type.String({ minLength: 1, maxLength: 260 }),
    /** of the guilds that it is for; absent: of every region */
    region: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  /** answers `admit` */
  Type.Object({
    op: Type.Literal('admitted'),
    guild_id: SnowflakeSchema,
    user_id: SnowflakeSchema,
    nonce: Type.Integer({ minimum: 0 }),
  }),
  /** the session of a user ended, because it was not resumed in time */
  Type.Object({
    op: Type.Literal('ended'),
    guild_id: SnowflakeSchema,
    user_id: SnowflakeSchema,
    /** of the admission that ended: the user may have another one by now. Endpoints of former versions leave it out */
    token_hash: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  /** users who spoke since the message before, as guild and user */
  Type.Object({
    op: Type.Literal('spoke'),
    users: Type.Array(Type.Tuple([SnowflakeSchema, SnowflakeSchema]), {
      maxItems: VOICE_LINK_LIMITS.SPEAKERS,
    }),
  }),
]);
export type EndpointMessage = Static<typeof EndpointMessageSchema>;
