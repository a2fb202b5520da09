/** The error reply of another node. */
export class ForwardedError extends Error {
  override readonly name = 'ForwardedError';

  /** @param body JSON */
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string,
  ) {
    super(`another node replied with status ${status}`);
  }
}
