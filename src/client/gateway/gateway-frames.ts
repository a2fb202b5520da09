import Type, { type Static } from 'typebox';
import { WORK } from '../../net/frames/frame-budget.js';
import type { FramePaceLimits } from '../../net/frames/frame-pace.js';
import { DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import { UnavailableGuildSchema } from '../../protocol/objects/guild.js';
import { UserSchema } from '../../protocol/objects/user.js';
import { Nullable } from '../../protocol/schema.js';
import { decoder } from '../decode.js';

/** The maximum size of a frame, in bytes; a longer one ends the connection. */
export const FRAME_BYTES = 32 * 1024 * 1024;

/**
 * The largest GUILD_CREATE within the limits of guilds fits (docs/rest.md, Limits): 10,000 overwrites have 9 values and
 * keys and 90 bytes each, 500 channels 30 and up to 6.5 KB, 250 roles 20 and 0.6 KB, 100 emojis with all roles 270 and 6
 * KB, 250 members with all roles 300 and 7 KB. That is 215,000 values and 7 MB. About 15,000 online members with few roles
 * need 35 values each. READY has at most 1,000 private channels, 200 values each. Larger frames are skipped.
 */
const DECODE_BOUNDS = { bytes: 16 * 1024 * 1024, terms: 1024 * 1024, depth: 128 };

/** The cost of a value or key, in bytes: higher than for short frames, which fit into CPU caches. */
const TERM_WORK = 64;

/**
 * The budget of a service's frames. A sign-in to many large guilds fits into the burst, and so do tens of thousands of
 * events; the average allows a thousand frames of one kilobyte per second.
 */
export const SERVICE_PACE: FramePaceLimits = { perSecond: 8_000_000, burst: 256_000_000 };

/** The maximum number of guilds in READY. */
const MAX_GUILDS = 10_000;
/** The maximum number of private channels in READY. */
const MAX_PRIVATE_CHANNELS = 10_000;

const PayloadSchema = Type.Object({
  op: Type.Integer(),
  d: Type.Optional(Type.Unknown()),
  s: Type.Optional(Nullable(Type.Integer())),
  t: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
});
export type GatewayFrame = Static<typeof PayloadSchema>;

/**
 * HELLO: milliseconds between heartbeats; shorter intervals would keep the daemon busy, longer ones would not keep the
 * connection alive.
 */
const HelloSchema = Type.Object({
  heartbeat_interval: Type.Number({ minimum: 1_000, maximum: 3_600_000 }),
});

/** The fields of READY that the client reads. */
const ReadySchema = Type.Object({
  session_id: Type.String({ maxLength: 256 }),
  user: UserSchema,
  guilds: Type.Array(UnavailableGuildSchema, { maxItems: MAX_GUILDS }),
  private_channels: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PRIVATE_CHANNELS })),
  /** whether the session receives OAUTH2_APPLICATIONS_UPDATE; absent if the service does not support it */
  application_updates: Type.Optional(Type.Boolean()),
});
export type Ready = Static<typeof ReadySchema>;

const decodePayload = decoder(PayloadSchema);

/** Creates a meter for decoding one frame. */
export function createFrameMeter(): DecodeMeter {
  return new DecodeMeter(DECODE_BOUNDS);
}

/**
 * Decodes a frame of the gateway. @throws {DecodeError} if it is not JSON @throws {ServiceError} if it is not a payload
 */
export function decodeFrame(data: Buffer, meter: DecodeMeter): GatewayFrame {
  return decodePayload(jsonEncoding.decode(data, meter));
}

/** The cost of a frame in units of work, one per byte. @param terms decoded values and keys */
export function frameWork(bytes: number, terms: number): number {
  return WORK.FRAME + bytes + terms * TERM_WORK;
}

/** @throws {ServiceError} if the payload has the wrong shape */
export const decodeHello = decoder(HelloSchema);

/** @throws {ServiceError} if the payload has the wrong shape */
export const decodeReady = decoder(ReadySchema);
