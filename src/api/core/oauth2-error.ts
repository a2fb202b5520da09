import { ExpectedError } from '../../protocol/expected-error.js';
import type { OAuth2ErrorName } from '../../protocol/oauth2/errors.js';

/** An OAuth2 error (RFC 6749 §5.2). */
export class OAuth2Error extends ExpectedError {
  override readonly name = 'OAuth2Error';

  /** @param description for the developer of the application */
  constructor(
    readonly error: OAuth2ErrorName,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${error}: ${description}`);
  }
}
