import { escapeMarkup } from '../escape-markup.mjs';

/** Text that is markup already: nothing else is inserted without escaping. */
class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** A template of HTML: its values are escaped, unless they are templates themselves; lists are joined. */
export function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(markupOf)));
}

function markupOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return escapeMarkup(String(value ?? ''));
}

/** Text of a declaration: what is between backticks is code. */
export function prose(text) {
  const parts = String(text ?? '').split('`');
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
