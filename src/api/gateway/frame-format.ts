import type { Encoding } from '../../protocol/encoding/encoding.js';
import { etfEncoding } from '../../protocol/encoding/etf.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import { GATEWAY_OPCODES } from '../../protocol/gateway/opcodes.js';

export type Bytes = string | Uint8Array;

/** How the gateway writes frames in one encoding. The data of an event is encoded once, whoever gets it. */
export interface FrameFormat {
  readonly encoding: Encoding;
  /** a dispatch around data that is encoded already; only `s` differs from session to session */
  dispatch(name: GatewayEventName, sequence: number, data: Bytes): Bytes;
}

const jsonFormat: FrameFormat = {
  encoding: jsonEncoding,
  dispatch: (name, sequence, data) =>
    `{"t":"${name}","s":${sequence},"op":${GATEWAY_OPCODES.DISPATCH},"d":${data}}`,
};

/** The encoded null: an atom that stands at the end of the frame, where the data goes. */
const ETF_NULL = etfEncoding.encode(null).slice(1);

const etfFormat: FrameFormat = {
  encoding: etfEncoding,
  dispatch(name, sequence, data) {
    const frame = etfEncoding.encode({ t: name, s: sequence, op: GATEWAY_OPCODES.DISPATCH, d: null });
    const head = frame.slice(0, frame.length - ETF_NULL.length);
    // A term inside another one goes without its version byte.
    return Buffer.concat([Buffer.from(head), Buffer.from(data).subarray(1)]);
  },
};

/** Every format by the name of its encoding. */
export const FRAME_FORMATS: ReadonlyMap<string, FrameFormat> = new Map(
  [jsonFormat, etfFormat].map((format) => [format.encoding.name, format]),
);
