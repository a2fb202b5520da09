import { table } from './table.mjs';

/** The declared limits of one server with their keys and defaults. */
export function limitsText(limits) {
  const rows = Object.values(limits).map((limit) => [`\`${limit.key}\``, limit.default, limit.summary]);
  return table(['Key', 'Default', 'What it bounds'], rows);
}
