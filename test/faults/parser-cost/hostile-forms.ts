/** Multipart bodies with the boundary `b` that cost a parser most for their length. @param bytes about how long each is */
export function hostileMultipart(bytes: number): ReadonlyMap<string, Buffer> {
  const field = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx\r\n';
  const fill = (text: string) => text.repeat(Math.floor(bytes / text.length));
  const texts = {
    'many fields': fill(field),
    'many empty parts': fill('--b\r\n\r\n\r\n'),
    'parts without names': fill('--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n'),
    'a head of many lines': `--b\r\n${fill('a:b\r\n')}\r\n`,
    'a head of one long line': `--b\r\nContent-Disposition: ${fill('x')}`,
    'a head of many parameters': `--b\r\nContent-Disposition: form-data${fill('; name=x')}\r\n\r\n`,
    'a head of quotes': `--b\r\nContent-Disposition: form-data; name="${fill('\\"')}`,
    'a head of percent signs': `--b\r\nContent-Disposition: form-data; filename*=utf-8''${fill('%f0')}`,
    'a head that is folded': `--b\r\na: b${fill('\r\n c')}`,
    'almost boundaries': `${field.slice(0, -3)}${fill('\r\n--')}`,
    'almost the end of heads': `--b\r\n${fill('\r\n\r')}`,
    'a preamble': fill('\r\n-'),
    'one field': `${field.slice(0, -3)}${fill('x')}`,
    'a trailer': `${field}--b--\r\n${fill('--b\r\n')}`,
  };
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
}
