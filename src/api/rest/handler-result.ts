/** A reply that is JSON text already, e.g. one kept since the last request for it. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A success with another status than the declared one; `body` null: no body. */
export class OtherStatus {
  constructor(
    readonly status: number,
    readonly body: object | null,
  ) {}
}

/** What the handler of an operation returns. */
export type HandlerResult<Body> = Body | JsonText | OtherStatus;
