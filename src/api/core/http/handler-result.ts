import { toHeaderLines } from '../../../net/http/header-lines.js';

/** Without a charset, because some clients accept nothing else as JSON. */
const JSON_TYPE = toHeaderLines({ 'content-type': 'application/json' });

/** A reply that is already JSON text, e.g. from a cache. */
export class JsonText {
  /** the text in UTF-8, one character for each byte: it is written fastest so */
  readonly bytes: string;
  /** the type and the length, as lines of the head */
  readonly headers: string;

  constructor(text: string) {
    const isAscii = Buffer.byteLength(text) === text.length;
    this.bytes = isAscii ? text : Buffer.from(text).toString('latin1');
    this.headers = `${JSON_TYPE}content-length: ${this.bytes.length}\r\n`;
  }

  get text(): string {
    return Buffer.from(this.bytes, 'latin1').toString();
  }
}

/** A success with a status other than the declared one; a `body` of null means that there is none. */
export class OtherStatus {
  constructor(
    readonly status: number,
    readonly body: object | null,
  ) {}
}

/** What the handler of an operation returns. */
export type HandlerResult<Body> = Body | JsonText | OtherStatus;
