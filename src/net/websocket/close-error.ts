import { ExpectedError } from '../../protocol/expected-error.js';

/** The client of a WebSocket violated its protocol, so the connection is closed. */
export class CloseError extends ExpectedError {
  override readonly name = 'CloseError';

  /**
   * @param code of the close frame
   * @param reason of the close frame
   */
  constructor(
    readonly code: number,
    reason: string,
  ) {
    super(reason);
  }
}
