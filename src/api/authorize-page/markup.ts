import { escapeXml } from '../../platform/escape-xml.js';

/** Text that is already HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Tags an HTML template: interpolated strings are escaped, interpolated Markup is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const texts = values.map((value) => {
    if (typeof value === 'string') return escapeXml(value);
    return value instanceof Markup ? value.text : value.map(({ text }) => text).join('');
  });
  return new Markup(String.raw({ raw: parts }, ...texts));
}
