/** Headers as the text of an HTTP/1.1 head: each a line that ends in CRLF. */
export function toHeaderLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** The names and values of lines that `toHeaderLines` made. */
export function readHeaderLines(lines: string): [name: string, value: string][] {
  const pairs = lines.split('\r\n').slice(0, -1);
  return pairs.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}
