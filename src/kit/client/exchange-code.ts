import { parseJson } from '../../platform/text/parse-json.js';
import { ExchangeError } from './errors.js';
import { textOr } from './frames.js';

export interface CodeExchange {
  /** of the service, e.g. `http://127.0.0.1:6480/api`; READY has it as `api_endpoint` */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly code: string;
  /** one of the redirect URIs that are registered for the application */
  readonly redirectUri: string;
  readonly signal?: AbortSignal;
}

/** The reply of the service (docs/rest.md, OAuth2 tokens and codes). */
export interface TokenReply {
  readonly access_token: string;
  /** in seconds */
  readonly expires_in: number;
  /** absent if the person allowed the access once */
  readonly refresh_token?: string;
  readonly scope: string;
}

/**
 * Exchanges the code of AUTHORIZE for an access token. It needs the application's secret, so it belongs on the
 * application's own server, never in a web page: the service refuses pages of other origins.
 *
 * @throws {ExchangeError} if the service refuses the code or the secret
 */
export async function exchangeCode(exchange: CodeExchange): Promise<TokenReply> {
  const { apiUrl, clientId, clientSecret, code, redirectUri, signal } = exchange;
  const response = await fetch(`${apiUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
    }),
    ...(signal && { signal }),
  });
  // A proxy in front of the service may reply with anything.
  const reply: unknown = parseJson(await response.text());
  if (isTokenReply(reply)) return reply;
  const { error, error_description: description } = Object(reply) as Partial<Record<string, unknown>>;
  throw new ExchangeError(textOr(error, String(response.status)), textOr(description, response.statusText));
}

function isTokenReply(reply: unknown): reply is TokenReply {
  return typeof (Object(reply) as Partial<TokenReply>).access_token === 'string';
}
