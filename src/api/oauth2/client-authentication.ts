import { hashSecret, secretMatches } from '../../platform/secrets.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { ApplicationQueries } from '../../store/queries/application-queries.js';
import type { ApplicationRow } from '../../store/rows.js';
import { OAuth2Error } from './oauth2-error.js';

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** Compared with where there is no such client, so that both cases take the same time. */
const NO_SECRET = hashSecret('no client has this secret');

/**
 * The application that proves itself with its secret, in the body or by HTTP Basic (RFC 6749 §2.3.1). Any other
 * Authorization header is ignored: clients send `Bearer null` here (rpc-facts.md, What real clients do to a server).
 *
 * @throws {OAuth2Error} invalid_client
 */
export async function authenticateClient(
  applications: ApplicationQueries,
  authorization: string | undefined,
  body: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
): Promise<ApplicationRow> {
  const basic = authorization !== undefined && /^basic /i.test(authorization);
  const credentials = basic ? fromBasic(authorization) : fromBody(body);
  const application =
    credentials !== null && isSnowflake(credentials.id) ? await applications.byId(credentials.id) : null;
  const matches = secretMatches(credentials?.secret ?? '', application?.secret_hash ?? NO_SECRET);
  if (application !== null && matches) return application;
  const headers: Record<string, string> = basic ? { 'www-authenticate': 'Basic realm="oauth2"' } : {};
  throw new OAuth2Error('invalid_client', 'the client id or the client secret is wrong', headers);
}

function fromBody(body: {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}): Credentials | null {
  const { client_id: id, client_secret: secret } = body;
  return id === undefined || secret === undefined ? null : { id, secret };
}

function fromBasic(header: string): Credentials | null {
  const text = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { id: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) };
}

/** Both parts are form-encoded before they are joined; our ids and secrets look the same either way. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
