import { createHash } from 'node:crypto';
import type { DeviceType } from '../protocol/rpc/certified-device.js';

/**
 * Normalizes a device id for comparison. Windows writes the same UUID in either case and often in braces, and an
 * endpoint's full id (`{0.0.1.00000000}.{uuid}`) contains the UUID that vendors report in its last part.
 */
export function normalizeDeviceId(id: string): string {
  const windowsEndpoint = /^\{\d+\.\d+\.\d+\.\d+\}\.(\{.+\})$/.exec(id.trim());
  return (windowsEndpoint?.[1] ?? id)
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
}

/** Identifies a device by its type and id, however the id is written. */
export function deviceKey(type: DeviceType, id: string): string {
  return `${type} ${normalizeDeviceId(id)}`;
}

/** Must never change: it determines every device id that applications have stored. */
const NAMESPACE = '6f1d6e0c-52a5-4a1e-9d57-0f6a3c1b7e94';

/**
 * A stable id of a device: the UUID (version 5, RFC 9562) of what identifies it persistently.
 *
 * @param identity e.g. `pulseaudio/sink/alsa_output.usb-Maker_Headset_42-00.analog-stereo`
 */
export function stableId(identity: string): string {
  return uuidV5(NAMESPACE, identity);
}

/** UUID version 5 of a name in a namespace, in lower case. */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Distinguishes devices with equal identities by the order in which they are listed. */
export class DistinctIdentities {
  readonly #counts = new Map<string, number>();

  /** The identity itself for the first device that has it, `identity/2` for the second, and so on. */
  of(identity: string): string {
    const count = (this.#counts.get(identity) ?? 0) + 1;
    this.#counts.set(identity, count);
    return count === 1 ? identity : `${identity}/${count}`;
  }
}
