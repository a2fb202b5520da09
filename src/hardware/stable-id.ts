import { createHash } from 'node:crypto';

/** Never to be changed: every device id that an application has stored depends on it. */
const NAMESPACE = '6f1d6e0c-52a5-4a1e-9d57-0f6a3c1b7e94';

/**
 * The UUID (version 5, RFC 9562) of what identifies a device persistently.
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
