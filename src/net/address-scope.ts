import { BlockList, isIP } from 'node:net';

/** Who can reach a host by an address, from everybody to the machine itself. */
const SCOPES = ['public', 'private', 'loopback'] as const;
export type AddressScope = (typeof SCOPES)[number];

const LOOPBACK = createList(['127.0.0.0/8', '::1/128']);
/** private use, link-local, shared by carriers, benchmarks, site-local, unique local */
const PRIVATE = createList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
]);
/** unspecified, multicast, reserved and broadcast: addresses of no single host */
const NO_HOST = createList(['0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'ff00::/8']);

/**
 * The scope of an IP address; of an IPv4 address that is written as an IPv6 address as well.
 *
 * @returns null if no host has this address, or it is not an IP address
 */
export function addressScope(address: string): AddressScope | null {
  const version = isIP(address);
  if (version === 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (NO_HOST.check(address, family)) return null;
  if (LOOPBACK.check(address, family)) return 'loopback';
  return PRIVATE.check(address, family) ? 'private' : 'public';
}

/** Whether a host, by name or by address without brackets, is this machine: what is sent there is seen by nobody else. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || addressScope(host) === 'loopback';
}

/** The host of a URL without the brackets that an IPv6 address has in it. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Whether a server may name an address to connect to. A server of the internet must not lead its clients to hosts that
 * only they can reach, so an address may be as internal as the server itself and no more (docs/adr/0031).
 */
export function mayNameAddress(server: AddressScope, address: string): boolean {
  const scope = addressScope(address);
  return scope !== null && SCOPES.indexOf(scope) <= SCOPES.indexOf(server);
}

function createList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
