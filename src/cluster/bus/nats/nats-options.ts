import type { ConnectionOptions } from '@nats-io/transport-node';
import { parseServers } from '../../../net/node-settings.js';
import { UserError } from '../../../platform/errors.js';
import { readSecretFile } from '../../../platform/files/secret-file.js';

/** Where the bus is and how to sign in there. Secrets are in files, never in addresses or arguments. */
export interface NatsAddress {
  /** e.g. `nats://127.0.0.1:4222` or `tls://bus.example.org:4222`; several servers of one cluster, with commas */
  readonly url: string;
  /** a file with `user:password`; null: no authentication */
  readonly passwordFile: string | null;
  /** a file with the certificate of the authority that signed the server's, in PEM; null: those of the system */
  readonly caFile: string | null;
  /** files of a client certificate and its key, in PEM; null: none */
  readonly clientCertificate: { readonly certFile: string; readonly keyFile: string } | null;
}

interface Password {
  readonly user: string;
  readonly pass: string;
}

/** Pings that may stay unanswered, and their interval in milliseconds: a lost connection is noticed within 6 s. */
const PINGS = { pingInterval: 2000, maxPingOut: 2 };

/**
 * The options to connect with.
 *
 * @param name of the node, for the server's own lists
 * @throws {UserError} the address is invalid, or a file is missing or can be read by others
 */
export async function natsOptions(address: NatsAddress, name: string): Promise<ConnectionOptions> {
  const { urls, isEncrypted } = parseServers(address.url);
  const { caFile, clientCertificate } = address;
  if (!isEncrypted && (caFile !== null || clientCertificate !== null)) {
    throw new UserError('certificates of the bus need an address with tls://');
  }
  return {
    name,
    servers: urls.map(({ host }) => host),
    tls: isEncrypted ? { ...(caFile && { caFile }), ...clientCertificate } : null,
    ...(address.passwordFile && { authenticator: await passwordAuthenticator(address.passwordFile) }),
    ...PINGS,
    timeout: 5000,
    reconnectTimeWait: 250,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    // No server is used that was not named.
    ignoreClusterUpdates: true,
    noAsyncTraces: true,
  };
}

/**
 * Signs in with the password of a file. It is read again with each connection: one that was changed meanwhile counts for
 * the next attempt.
 *
 * @throws {UserError} the file is missing, or can be read by others
 */
async function passwordAuthenticator(path: string): Promise<() => Password> {
  let password = await readPassword(path);
  return () => {
    const current = password;
    // One that cannot be read now, e.g. because it is being replaced, stays as it was.
    readPassword(path).then(
      (read) => {
        password = read;
      },
      () => undefined,
    );
    return current;
  };
}

async function readPassword(path: string): Promise<Password> {
  const { CREDENTIALS_DIRECTORY } = process.env;
  const text = await readSecretFile(path, 'the password file of the bus', CREDENTIALS_DIRECTORY);
  const [line = ''] = text.split('\n');
  const [, user = '', pass = ''] = /^([^:]+):(.+)$/.exec(line.trim()) ?? [];
  if (user === '') throw new UserError(`${path} has no line with USER:PASSWORD`);
  return { user, pass };
}
