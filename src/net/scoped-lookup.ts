import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ExpectedError } from '../protocol/expected-error.js';
import { type AddressScope, mayNameAddress } from './address-scope.js';

/** A name leads only to addresses that its server may not name. */
export class ForbiddenAddressError extends ExpectedError {
  override readonly name = 'ForbiddenAddressError';
}

/**
 * Resolves host names as the system does, without the addresses that a server may not name. For the `lookup` option of
 * sockets, so that what is checked is what is connected to.
 *
 * @param scope of the server that named the host
 * @param resolve replaces the system's resolver in tests
 */
export function scopedLookup(scope: AddressScope, resolve: typeof lookupAll = lookupAll): LookupFunction {
  return (hostname, options, found) => {
    resolve(hostname, options, (error, all) => {
      const allowed = all.filter(({ address }) => mayNameAddress(scope, address));
      const [first] = allowed;
      if (error !== null) found(error, []);
      else if (first === undefined)
        found(new ForbiddenAddressError(`${hostname} has no permitted address`), []);
      else if (options.all === true) found(null, allowed);
      else found(null, first.address, first.family);
    });
  };
}

function lookupAll(
  hostname: string,
  options: LookupOptions,
  found: (error: Error | null, all: readonly LookupAddress[]) => void,
): void {
  lookup(hostname, { ...options, all: true }, (error, all) => found(error, error === null ? all : []));
}
