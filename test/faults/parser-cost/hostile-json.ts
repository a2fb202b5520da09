/** JSON texts that cost a parser most for their length. @param bytes about how long each is */
export function hostileJson(bytes: number): ReadonlyMap<string, Buffer> {
  const list = (item: (index: number) => string, length: number) =>
    `[${Array.from({ length: Math.floor(bytes / length) }, (_, index) => item(index)).join(',')}]`;
  const object = (entry: (index: number) => string, length: number) =>
    `{${Array.from({ length: Math.floor(bytes / length) }, (_, index) => entry(index)).join(',')}}`;
  const texts = {
    'open brackets': '['.repeat(bytes),
    'empty arrays': list(() => '[]', 3),
    'empty objects': list(() => '{}', 3),
    digits: list((index) => String(index % 10), 2),
    'distinct keys': object((index) => `"${index.toString(36)}x":0`, 9),
    'sparse indices as keys': object((index) => `"${index * 65_537}":0`, 12),
    'long integers as keys': object((index) => `"${9_000_000_000_000_000 - index * 4096}":0`, 21),
    'the same key': object(() => '"a":0', 6),
    'a nonce behind many keys': object(
      (index) => (index === 0 ? '"nonce":1.0' : `"${index.toString(36)}":"nonce"`),
      14,
    ),
    'keys named __proto__': object(() => '"__proto__":{}', 15),
    'nested keys': '{"a":'.repeat(Math.floor(bytes / 5)),
    'one long number': '9'.repeat(bytes),
    'hard floats': list(() => '2.2250738585072011e-308', 24),
    'long fractions': list(() => `0.${'123456789'.repeat(80)}`, 723),
    escapes: `"${'\\u00e9'.repeat(Math.floor(bytes / 6))}"`,
    'short strings': list((index) => `"${index.toString(36)}"`, 6),
    'broken at the end': `"${'x'.repeat(bytes)}`,
    'bytes that are not text': `"${'x'.repeat(bytes)}\u{fffd}`,
  };
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).subarray(0, bytes)]));
}
