import Type, { type Static } from 'typebox';
import { WORK } from '../net/frame-budget.js';
import { DecodeMeter } from '../protocol/encoding/decode-meter.js';
import { jsonEncoding } from '../protocol/encoding/json.js';
import { UnavailableGuildSchema } from '../protocol/objects/guild.js';
import { UserSchema } from '../protocol/objects/user.js';
import { Nullable } from '../protocol/schema.js';
import { decoder } from './decode.js';

/** Longer frames than this the client does not read, in bytes: a GUILD_CREATE of a very large guild fits. */
export const FRAME_BYTES = 8 * 1024 * 1024;

/** A GUILD_CREATE with 15,000 members who are online has about as many values and keys. */
const FRAME_TERMS = 512 * 1024;

const DECODE_BOUNDS = { bytes: FRAME_BYTES, terms: FRAME_TERMS, depth: 128 };

/** What a value or key costs, in bytes: more than in short frames, which fit into the caches of a processor. */
const TERM_WORK = 64;

/** Guilds that READY may name. */
const MOST_GUILDS = 10_000;
/** Private channels that READY may list. */
const MOST_PRIVATE_CHANNELS = 10_000;

const PayloadSchema = Type.Object({
  op: Type.Integer(),
  d: Type.Optional(Type.Unknown()),
  s: Type.Optional(Nullable(Type.Integer())),
  t: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
});
export type GatewayFrame = Static<typeof PayloadSchema>;

/** HELLO: milliseconds between heartbeats; fewer would keep the daemon busy, more would not keep a connection alive. */
const HelloSchema = Type.Object({
  heartbeat_interval: Type.Number({ minimum: 1_000, maximum: 3_600_000 }),
});

/** What the client reads of READY. */
const ReadySchema = Type.Object({
  session_id: Type.String({ maxLength: 256 }),
  user: UserSchema,
  guilds: Type.Array(UnavailableGuildSchema, { maxItems: MOST_GUILDS }),
  private_channels: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MOST_PRIVATE_CHANNELS })),
});
export type Ready = Static<typeof ReadySchema>;

const decodePayload = decoder(PayloadSchema);

/** Counts what decoding a frame takes. */
export function createFrameMeter(): DecodeMeter {
  return new DecodeMeter(DECODE_BOUNDS);
}

/** A frame of the gateway. @throws {DecodeError} if it is not JSON @throws {ServiceError} if it is no payload */
export function decodeFrame(data: Buffer, meter: DecodeMeter): GatewayFrame {
  return decodePayload(jsonEncoding.decode(data, meter));
}

/** What a frame cost, in units of work: a byte costs 1. @param terms values and keys that were decoded */
export function frameWork(bytes: number, terms: number): number {
  return WORK.FRAME + bytes + terms * TERM_WORK;
}

/** @throws {ServiceError} if it is none */
export const decodeHello = decoder(HelloSchema);

/** @throws {ServiceError} if it is none */
export const decodeReady = decoder(ReadySchema);
