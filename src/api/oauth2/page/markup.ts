/** Text that is already HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tags an HTML template: interpolated strings are escaped, interpolated Markup is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const texts = values.map((value) => {
    if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
    return value instanceof Markup ? value.text : value.map(({ text }) => text).join('');
  });
  return new Markup(String.raw({ raw: parts }, ...texts));
}
