/** Repeats bytes up to a length. */
function repeat(length: number, ...bytes: number[]): Buffer {
  return Buffer.alloc(length, Buffer.from(bytes));
}

/** Forms that cost a parser most for their length. */
export function hostileForms(bytes: number): ReadonlyMap<string, Buffer> {
  const fields = (length: number, field: (index: number) => string) =>
    Buffer.from(Array.from({ length: Math.floor(bytes / length) }, (_, index) => field(index)).join('&'));
  return new Map([
    ['empty fields', fields(1, () => '')],
    ['distinct names', fields(4, (index) => index.toString(36))],
    ['sparse indices', fields(9, (index) => String(index * 65_537))],
    ['escapes', Buffer.from(`a=${'%c3%a9'.repeat(bytes / 6)}`)],
    ['broken escapes', Buffer.from(`a=${'%'.repeat(bytes)}`)],
    ['spaces', Buffer.from(`a=${'+'.repeat(bytes)}`)],
  ]);
}

/** Bytes that are almost images. */
export function hostileImages(): ReadonlyMap<string, Buffer> {
  const bytes = 200_000;
  const begin = Buffer.from([0xff, 0xd8]);
  return new Map([
    ['fill bytes', Buffer.concat([begin, repeat(bytes, 0xff)])],
    ['markers that stand alone', Buffer.concat([begin, repeat(bytes, 0xff, 0xd0)])],
    ['empty segments', Buffer.concat([begin, repeat(bytes, 0xff, 0xe0, 0, 2)])],
    ['frames', Buffer.concat([begin, repeat(bytes, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 1)])],
  ]);
}

/** Report descriptors that cost most. A system hands out 4096 bytes at most. */
export function hostileDescriptors(bytes: number): ReadonlyMap<string, Buffer> {
  return new Map([
    ['usages', repeat(bytes, 0x09, 1)],
    ['ranges of usages', repeat(bytes, 0x1b, 0, 0, 0, 0, 0x2b, 0xff, 0xff, 0xff, 0xff)],
    ['fields', repeat(bytes, 0x75, 1, 0x95, 1, 0x09, 1, 0x81, 2)],
    ['empty items', repeat(bytes, 0x00)],
    ['long items', repeat(bytes, 0xfe, 0, 0)],
    ['pushes', repeat(bytes, 0xa4)],
    ['pushes and pops', repeat(bytes, 0xa4, 0xb4)],
  ]);
}

/** Files of gamepad mappings that cost most. */
export function hostileMappings(bytes: number): ReadonlyMap<string, Buffer> {
  const guid = (index: number) => index.toString(16).padStart(32, '0');
  const lines = (length: number, line: (index: number) => string) =>
    Buffer.from(Array.from({ length: Math.floor(bytes / length) }, (_, index) => line(index)).join('\n'));
  return new Map([
    ['lines that are wrong', lines(2, () => 'x')],
    ['empty lines', Buffer.alloc(bytes, '\n')],
    ['commas', Buffer.from(`${guid(1)},Pad,${','.repeat(bytes)}`)],
    ['fields', Buffer.from(`${guid(1)},Pad,${'a:b0,'.repeat(bytes / 5)}`)],
    ['pads', lines(46, (index) => `${guid(index)},Pad,a:b0,`)],
    ['the same pad', lines(46, () => `${guid(1)},Pad,a:b0,`)],
    ['one long name', Buffer.from(`${guid(1)},${'x'.repeat(bytes)}`)],
    ['hats', Buffer.from(`${guid(1)},Pad,${'dpup:h0.1,'.repeat(bytes / 10)}`)],
  ]);
}
