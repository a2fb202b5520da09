/** Types of events (linux/input-event-codes.h). */
export const EV_SYN = 0;
export const EV_KEY = 1;
export const EV_ABS = 3;

const KEY_COUNT = 0x300;
const WORD_BITS = 64n;

/** An input device as the kernel describes it; codes are those of linux/input-event-codes.h. */
export interface InputLayout {
  readonly name: string;
  /** of its node: /dev/input/event7 */
  readonly number: number;
  readonly bus: number;
  readonly vendor: number;
  readonly product: number;
  readonly version: number;
  readonly uniq: string;
  readonly keys: readonly number[];
  /** by code: minimum, maximum, fuzz, flat; each is at 0 */
  readonly axes: Readonly<Record<number, readonly [number, number, number, number]>>;
  /** of the hardware it belongs to, e.g. `xpad` */
  readonly driver?: string;
}

/** The content of the device's files in sysfs, by file name. */
export function attributesOf(layout: InputLayout): Record<string, string> {
  const { name, number, bus, vendor, product, version, uniq, keys, axes } = layout;
  return {
    name,
    uniq,
    phys: `usb-0000:00:14.0-${number}/input0`,
    'id/bustype': hex(bus),
    'id/vendor': hex(vendor),
    'id/product': hex(product),
    'id/version': hex(version),
    'capabilities/key': bitWords(keys),
    'capabilities/abs': bitWords(Object.keys(axes).map(Number)),
  };
}

/** What the device answers, for umockdev: nothing is held, every axis is at 0. */
export function ioctlsOf({ number, axes }: InputLayout): string {
  const abs = Object.entries(axes).map(([code, range]) => {
    const bytes = Buffer.alloc(24);
    for (const [index, value] of range.entries()) bytes.writeInt32LE(value, 4 + 4 * index);
    const name = Number(code) === 0 ? 'EVIOCGABS' : `EVIOCGABS(${code})`;
    return `${name} 0 ${bytes.toString('hex').toUpperCase()}`;
  });
  return [
    `@DEV /dev/input/event${number}`,
    `EVIOCGKEY(0) ${KEY_COUNT / 8} ${'00'.repeat(KEY_COUNT / 8)}`,
    ...abs,
    '',
  ].join('\n');
}

/** A set of bits as sysfs has it: hexadecimal words, the highest first. */
function bitWords(bits: readonly number[]): string {
  let value = bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
  const words: string[] = [];
  do {
    words.unshift(BigInt.asUintN(Number(WORD_BITS), value).toString(16));
    value >>= WORD_BITS;
  } while (value > 0n);
  return words.join(' ');
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
