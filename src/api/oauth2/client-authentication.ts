import { hashSecret, secretMatches } from '../../platform/crypto/secrets.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore } from '../../store/accounts.js';
import { OAuth2Error } from '../core/errors.js';

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** The form fields that may contain an application's id and secret. */
export interface ClientFields {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Compared with if the client is unknown, so that both cases take the same time. */
const NO_SECRET = hashSecret('no client has this secret');

/**
 * Authenticates an application by its secret, in the body or by HTTP Basic (RFC 6749 §2.3.1). Any other Authorization
 * header is ignored: clients send `Bearer null` here (docs/rpc.md, Connecting).
 *
 * @throws {OAuth2Error} invalid_client
 */
export async function authenticateClient(
  applications: Pick<ApplicationStore, 'byId'>,
  authorization: string | undefined,
  body: ClientFields,
): Promise<Application> {
  const credentials = readCredentials(authorization, body);
  const application =
    credentials !== null && isSnowflake(credentials.id) ? await applications.byId(credentials.id) : null;
  const matches = secretMatches(credentials?.secret ?? '', application?.secretHash ?? NO_SECRET);
  if (application !== null && matches) return application;
  const headers: Record<string, string> = isBasic(authorization)
    ? { 'www-authenticate': 'Basic realm="oauth2"' }
    : {};
  throw new OAuth2Error('invalid_client', 'the client id or the client secret is wrong', headers);
}

/** The application id that a request claims, verified or not; empty if there is none. */
export function claimedClientId(authorization: string | undefined, body: ClientFields): string {
  const id = readCredentials(authorization, body)?.id ?? '';
  return isSnowflake(id) ? id : '';
}

function readCredentials(authorization: string | undefined, body: ClientFields): Credentials | null {
  return isBasic(authorization) ? fromBasic(authorization) : fromBody(body);
}

/** Whether a request authenticates with HTTP Basic. */
export function isBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^basic /i.test(authorization);
}

function fromBody(body: ClientFields): Credentials | null {
  const { client_id: id, client_secret: secret } = body;
  return id === undefined || secret === undefined ? null : { id, secret };
}

function fromBasic(header: string): Credentials | null {
  const text = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { id: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) };
}

/** Both parts are form-encoded before they are joined; our ids and secrets are the same in both encodings. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
