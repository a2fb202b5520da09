import { allowsColors } from '../../platform/text/terminal-colors.js';
import type { Terminal } from './terminal.js';

/** SGR codes of ECMA-48. */
const CODES = { red: 31, yellow: 33, cyan: 36, dim: 2 } as const;
export type Color = keyof typeof CODES;

/** Colors a text, or leaves it as it is where nothing is colored. */
export type Paint = (color: Color | null, text: string) => string;

/** Colors only for a terminal that allows it. The text must have no control characters of others. */
export function createPaint({
  isInteractive,
  environment,
}: Pick<Terminal, 'isInteractive' | 'environment'>): Paint {
  const isColored = isInteractive && allowsColors(environment);
  return (color, text) => (isColored && color !== null ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text);
}
