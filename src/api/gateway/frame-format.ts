import type { Encoding } from '../../protocol/encoding/encoding.js';
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

/** Every format by the name of its encoding. */
export const FRAME_FORMATS: ReadonlyMap<string, FrameFormat> = new Map([['json', jsonFormat]]);
