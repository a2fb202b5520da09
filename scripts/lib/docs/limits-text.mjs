import { propertySummaries } from './summaries.mjs';
import { table } from './table.mjs';

/**
 * The limits of one group with their keys and defaults.
 *
 * @param {string} source the file that declares them, each with a comment
 */
export function limitsText(limits, settings, source) {
  const summaries = propertySummaries(source);
  const rows = Object.entries(limits).map(([name, value]) => [
    `\`${settings[name].key}\``,
    value,
    summaries.get(name) ?? '',
  ]);
  return table(['Key', 'Default', 'What it bounds'], rows);
}
