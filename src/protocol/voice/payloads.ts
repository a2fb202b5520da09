import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** Payloads from clients to the voice gateway (docs/voice.md); unknown fields are ignored. */

/** op 0 */
export const VoiceIdentifySchema = Type.Object({
  /** the guild */
  server_id: SnowflakeSchema,
  user_id: SnowflakeSchema,
  /** of the gateway session that joined the channel */
  session_id: Type.String({ maxLength: 100 }),
  token: Type.String({ maxLength: 200 }),
});
export type VoiceIdentify = Static<typeof VoiceIdentifySchema>;

/** op 1 */
export const SelectProtocolSchema = Type.Object({
  protocol: Type.String({ maxLength: 20 }),
  data: Type.Object({
    /** where the client sends from, as it found by discovery */
    address: Type.String({ maxLength: 64 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    mode: Type.String({ maxLength: 50 }),
  }),
});
export type SelectProtocol = Static<typeof SelectProtocolSchema>;

/** op 3 before version 8: a nonce */
export const HeartbeatNonceSchema = Nullable(Type.Number());

/** op 3 since version 8 */
export const HeartbeatSchema = Type.Object({
  t: Type.Number(),
  /** the last numbered payload that arrived; -1 or absent: none */
  seq_ack: Type.Optional(Type.Integer({ minimum: -1, maximum: 65_535 })),
});

/** op 5; before version 4 a boolean, since then flags of `SPEAKING_FLAGS` */
export const SpeakingSchema = Type.Object({
  speaking: Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 7 })]),
  delay: Type.Optional(Nullable(Type.Number())),
  ssrc: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 4_294_967_295 }))),
});
export type Speaking = Static<typeof SpeakingSchema>;

/** op 7 */
export const VoiceResumeSchema = Type.Object({
  server_id: SnowflakeSchema,
  session_id: Type.String({ maxLength: 100 }),
  token: Type.String({ maxLength: 200 }),
  seq_ack: Type.Optional(Nullable(Type.Integer({ minimum: -1, maximum: 65_535 }))),
});
export type VoiceResume = Static<typeof VoiceResumeSchema>;

/** What a client says that it sends. */
export const SPEAKING_FLAGS = { MICROPHONE: 1, SOUNDSHARE: 2, PRIORITY: 4 } as const;
