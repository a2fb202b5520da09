import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import type { ClientConfig } from 'pg';
import { isThisMachine } from '../../net/address-scope.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { findPassword, overriddenPasswordFile } from './password-file.js';

/** Where PostgreSQL is, and how it is connected to. */
export interface ConnectionSettings {
  /** for people: without credentials and parameters, e.g. `postgres://db.example:5432/guildhall` */
  readonly address: string;
  /** The settings of the driver; reads certificates each time, because they are replaced. */
  client(): Promise<ClientConfig>;
  /** The password file whose password is not used, because PGPASSWORD in the environment is another one; null: none. */
  overriddenPasswordFile(): Promise<string | null>;
}

const DEFAULT_PORT = 5432;
/** The folder of the socket on Debian. */
const SOCKET_FOLDER = '/var/run/postgresql';
const EXAMPLE = 'postgres://guildhall@db.example/guildhall';

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof TLS_MODES)[number];
const PARAMETERS: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'host',
  'options',
]);

/**
 * Reads the URL of a PostgreSQL database (docs/operating.md, PostgreSQL). Its parameters are
 * those of libpq. Passwords come from the password file (PGPASSFILE, ~/.pgpass), never from the URL, which others see in
 * process arguments.
 *
 * @throws {UserError} that never repeats the URL
 */
export function readConnectionUrl(text: string): ConnectionSettings {
  const url = parseUrl(text);
  const parameter = (name: string) => url.searchParams.get(name);
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.has(name))
      throw new UserError(`unknown parameter ${JSON.stringify(name)} in a PostgreSQL URL`);
  }
  const host =
    (parameter('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')) || SOCKET_FOLDER;
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const user = decodeURIComponent(url.username) || userInfo().username;
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  const options = parameter('options');
  const tls = tlsReader(host, url.searchParams);
  return {
    address: `postgres://${host.startsWith('/') ? '' : `${host}:${port}`}/${database}`,
    overriddenPasswordFile: () => overriddenPasswordFile({ host, port, user, database }, process.env),
    client: async () => ({
      host,
      port,
      user,
      database,
      // Called only if the server asks for one.
      password: () => findPassword({ host, port, user, database }, process.env),
      application_name: 'guildhall',
      ...(options !== null && { options }),
      ssl: await tls(),
    }),
  };
}

/** Whether a text is meant as the URL of a PostgreSQL database. */
export function isConnectionUrl(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

function parseUrl(text: string): URL {
  // A URL of this kind may have no host, which `URL` accepts of schemes that it does not know.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isConnectionUrl(text) || !/^\/[^/]*$/.test(url.pathname || '/')) {
    throw new UserError(`expected the URL of a PostgreSQL database such as ${EXAMPLE}`);
  }
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new UserError(
      'a PostgreSQL URL must not have a password, which others would see in process arguments',
      'Put it into a password file (PGPASSFILE or ~/.pgpass, mode 0600)',
    );
  }
  return url;
}

/** How TLS is used: by default with the server's identity checked, except on this machine. */
function tlsReader(host: string, parameters: URLSearchParams): () => Promise<ClientConfig['ssl']> {
  const mode = TLS_MODES.find((one) => one === (parameters.get('sslmode') ?? defaultMode(host)));
  if (mode === undefined) throw new UserError(`sslmode must be one of ${TLS_MODES.join(', ')}`);
  if (mode === 'disable') return () => Promise.resolve(false);
  const read = async (name: string) => {
    const path = parameters.get(name);
    return path === null ? null : await readPem(name, path);
  };
  return async () => {
    const [ca, cert, key] = await Promise.all(['sslrootcert', 'sslcert', 'sslkey'].map(read));
    return {
      // As in libpq: with a root certificate, `require` checks who signed that of the server.
      rejectUnauthorized: mode !== 'require' || typeof ca === 'string',
      ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
      ...(isIP(host) === 0 && { servername: host }),
      ...(typeof ca === 'string' && { ca }),
      ...(typeof cert === 'string' && { cert }),
      ...(typeof key === 'string' && { key }),
    };
  };
}

async function readPem(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(`the file of ${name} cannot be read: ${messageOf(error)}`);
  }
}

function defaultMode(host: string): TlsMode {
  return host.startsWith('/') || isThisMachine(host) ? 'disable' : 'verify-full';
}
