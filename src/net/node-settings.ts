import { isIP } from 'node:net';
import { UserError } from '../platform/errors.js';
import { hostOf, isThisMachine } from './address-scope.js';

/**
 * The name of a node, for people.
 *
 * @throws {UserError} it has characters other than letters, digits, `-` and `_`, or more than 40
 */
export function checkNodeName(name: string): string {
  if (!/^[\w-]{1,40}$/.test(name)) {
    throw new UserError('the name of a node has up to 40 letters, digits, - and _');
  }
  return name;
}

/** The servers in the address of a bus. @throws {UserError} it is invalid */
export function parseServers(text: string): { readonly urls: readonly URL[]; readonly isEncrypted: boolean } {
  const urls = text.split(',').map(parseServer);
  const isEncrypted = urls.some(({ protocol }) => protocol === 'tls:');
  if (isEncrypted !== urls.every(({ protocol }) => protocol === 'tls:')) {
    throw new UserError(
      'some servers of the bus are tls:// and others are not',
      'Use tls:// for all of them',
    );
  }
  return { urls, isEncrypted };
}

function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '') {
    // It is not shown: whatever a person took for a URL may contain a password.
    throw new UserError('this is not the URL of a bus', 'Use nats://HOST:PORT or tls://HOST:PORT');
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('the address of the bus contains a password', 'Put USER:PASSWORD into a file');
  }
  if (url.protocol === 'nats:' && !isThisMachine(hostOf(url))) {
    throw new UserError(`${url.host} is another machine, and nats:// is not encrypted`, 'Use tls://');
  }
  if (url.protocol === 'tls:' && isIP(hostOf(url)) !== 0) {
    // The package would compare the certificate with the name localhost.
    throw new UserError(
      `${url.host} is an address, and the certificate of the bus is for a name`,
      'Use tls://NAME:PORT with a name of the certificate',
    );
  }
  return url;
}
