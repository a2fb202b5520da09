import { ExpectedError } from '../../protocol/expected-error.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';

/** The client violated the protocol, so its connection is closed; the message is the reason of the close frame. */
export class CloseError extends ExpectedError {
  override readonly name = 'CloseError';
  readonly code: number;

  constructor(name: keyof typeof GATEWAY_CLOSE_CODES, reason: string) {
    super(reason);
    this.code = GATEWAY_CLOSE_CODES[name];
  }
}
