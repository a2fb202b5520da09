/** A reply that is already JSON text, e.g. from a cache. */
export class JsonText {
  constructor(readonly text: string) {}
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
