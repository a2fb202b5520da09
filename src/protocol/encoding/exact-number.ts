/** A number that is written back digit by digit, because a JavaScript number would change how it is written. */
export class ExactNumber {
  /** @param text as JSON writes it, e.g. `9007199254740993` */
  constructor(readonly text: string) {}
}
