/** A reply that is already JSON text, e.g. from a cache. */
export class JsonText {
  /** in bytes, as a header */
  readonly length: string;
  /** the encoding that writes it fastest */
  readonly encoding: 'latin1' | 'utf8';

  constructor(readonly text: string) {
    const bytes = Buffer.byteLength(text);
    this.length = String(bytes);
    this.encoding = bytes === text.length ? 'latin1' : 'utf8';
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
