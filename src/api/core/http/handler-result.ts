/** A reply that is already JSON text, e.g. from a cache. */
export class JsonText {
  /** the text in UTF-8, one character for each byte: it is written fastest so */
  readonly bytes: string;
  /** the type and the length, names and values in turn */
  readonly headers: readonly string[];

  constructor(text: string) {
    const isAscii = Buffer.byteLength(text) === text.length;
    this.bytes = isAscii ? text : Buffer.from(text).toString('latin1');
    // Without a charset, because some clients accept nothing else as JSON.
    this.headers = ['content-type', 'application/json', 'content-length', String(this.bytes.length)];
  }

  get text(): string {
    return Buffer.from(this.bytes, 'latin1').toString();
  }
}

/** A success with a status other than the declared one; a `body` of null means that there is none. */
export class ReplyWithStatus {
  constructor(
    readonly status: number,
    readonly body: object | null,
  ) {}
}

/** What the handler of an operation returns. */
export type HandlerResult<Body> = Body | JsonText | ReplyWithStatus;
