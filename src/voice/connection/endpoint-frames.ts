import Type, { type Static } from 'typebox';
import { WORK } from '../../net/frames/frame-budget.js';
import type { FramePaceLimits } from '../../net/frames/frame-pace.js';
import { DecodeError, DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import { validator } from '../../protocol/schema.js';

/** bytes of one payload of an endpoint: CLIENTS_CONNECT of a full channel fits */
export const FRAME_BYTES = 64 * 1024;

const DECODE_BOUNDS = { bytes: FRAME_BYTES, terms: 8192, depth: 32 };

/**
 * The budget of an endpoint's payloads, over all connections. The burst allows what a client receives that joins a channel
 * of ten thousand members, the average a thousand short payloads a second.
 */
export const ENDPOINT_PACE: FramePaceLimits = { perSecond: 1_000_000, burst: 32_000_000 };

const PayloadSchema = Type.Object({
  op: Type.Integer(),
  d: Type.Optional(Type.Unknown()),
  seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
});
export type EndpointPayload = Static<typeof PayloadSchema>;

const { is: isPayload } = validator(PayloadSchema);

/** A payload that arrived, and what it cost to read it. */
export interface EndpointFrame {
  /** null if it is not a payload */
  readonly payload: EndpointPayload | null;
  /** units of work, as of `WORK` */
  readonly work: number;
}

/** Reads a frame of an endpoint within its limits (docs/voice.md, Limits). */
export function readEndpointFrame(data: Buffer): EndpointFrame {
  const meter = new DecodeMeter(DECODE_BOUNDS);
  const payload = decode(data, meter);
  return { payload, work: endpointFrameWork(data.length, meter.terms) };
}

/** The work of a frame, control frames included. */
export function endpointFrameWork(bytes: number, terms = 0): number {
  return WORK.FRAME + bytes + terms * WORK.TERM;
}

function decode(data: Buffer, meter: DecodeMeter): EndpointPayload | null {
  try {
    const value = jsonEncoding.decode(data, meter);
    return isPayload(value) ? value : null;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return null;
  }
}
