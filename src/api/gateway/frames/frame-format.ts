import type { Encoding } from '../../../protocol/encoding/encoding.js';
import { encodeTerm } from '../../../protocol/encoding/etf/encode.js';
import { etfEncoding } from '../../../protocol/encoding/etf.js';
import { jsonEncoding } from '../../../protocol/encoding/json.js';
import type { GatewayEventName } from '../../../protocol/gateway/events.js';
import { GATEWAY_OPCODES } from '../../../protocol/gateway/opcodes.js';
import type { ApiVersion } from '../../versions/version.js';

export type Bytes = string | Uint8Array;

/**
 * How the gateway writes dispatches in one encoding and version. Only `s` differs from session to session, so it comes last and all
 * before it is written once for all recipients.
 */
export interface FrameFormat {
  readonly encoding: Encoding;
  readonly version: ApiVersion;
  /** a dispatch up to its sequence number */
  shared(name: GatewayEventName, data: unknown): Uint8Array;
  /** the bytes of the sequence number and of what ends the dispatch */
  own(sequence: number): ArrayLike<number>;
}

const DIGIT_ZERO = '0'.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);

type Dispatches = Omit<FrameFormat, 'version'>;

/** @param placeholder the sequence number, at the end */
function dispatch(name: GatewayEventName, data: unknown, placeholder: 0 | null): object {
  return { t: name, op: GATEWAY_OPCODES.DISPATCH, d: data, s: placeholder };
}

const jsonFormat: Dispatches = {
  encoding: jsonEncoding,
  shared: (name, data) => Buffer.from(JSON.stringify(dispatch(name, data, 0)).slice(0, -'0}'.length)),
  own(sequence) {
    const bytes = [CLOSING_BRACE];
    for (let rest = sequence; rest > 0 || bytes.length === 1; rest = Math.floor(rest / 10)) {
      bytes.push(DIGIT_ZERO + (rest % 10));
    }
    return bytes.reverse();
  },
};

/** A nested term has no version byte. */
const innerTerm = (value: unknown) => encodeTerm(value).subarray(1);
const ETF_NULL_LENGTH = innerTerm(null).length;

const etfFormat: Dispatches = {
  encoding: etfEncoding,
  shared: (name, data) => encodeTerm(dispatch(name, data, null)).subarray(0, -ETF_NULL_LENGTH),
  own: innerTerm,
};

/**
 * The formats of the supported versions, by encoding and version number. Numbers of the same version share a format, so
 * that an event is written once for the sessions of all of them.
 */
export class FrameFormats {
  readonly #formats = new Map<string, FrameFormat>();

  constructor(versions: ReadonlyMap<string, ApiVersion>) {
    for (const dispatches of [jsonFormat, etfFormat]) {
      const ofVersion = new Map<ApiVersion, FrameFormat>();
      for (const version of versions.values()) ofVersion.set(version, { ...dispatches, version });
      for (const [number, version] of versions) {
        const format = ofVersion.get(version);
        if (format !== undefined) this.#formats.set(`${dispatches.encoding.name} ${number}`, format);
      }
    }
  }

  /** @returns undefined if there is no such encoding or version */
  get(encoding: string, version: string): FrameFormat | undefined {
    return this.#formats.get(`${encoding} ${version}`);
  }
}
