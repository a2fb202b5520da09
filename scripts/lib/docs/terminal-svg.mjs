import { escapeMarkup } from './escape-markup.mjs';

const LINE = 20;
const CHARACTER = 8.4;
const MARGIN = 20;
/** Seconds: before a command is typed, for a character of it, and before its output. */
const PAUSE = { command: 1.2, character: 0.04, output: 0.3 };

/**
 * A picture of a terminal in which one command after another is entered. Without animations, as a person may have set
 * their browser, it shows everything at once.
 *
 * @param {readonly { command: string, output: readonly string[] }[]} steps
 * @param {number} columns longer lines are wrapped
 * @returns {string} an SVG document
 */
export function terminalSvg(steps, columns) {
  let seconds = 0;
  const lines = [];
  for (const { command, output } of steps) {
    seconds += PAUSE.command + command.length * PAUSE.character;
    lines.push({ prompt: true, text: command, at: seconds });
    seconds += PAUSE.output;
    for (const text of output.flatMap((line) => wrap(line, columns)))
      lines.push({ prompt: false, text, at: seconds });
  }
  const width = Math.round(2 * MARGIN + columns * CHARACTER);
  const height = 2 * MARGIN + lines.length * LINE;
  const title = `A terminal: ${steps.map(({ command }) => command).join(', ')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escapeMarkup(title)}</title>`,
    '<style>',
    'text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6dde6; white-space: pre }',
    '.command { fill: #fff; font-weight: 600 } .prompt { fill: #8db8e8 }',
    '@media (prefers-reduced-motion: no-preference) { g { animation: show 1ms both } @keyframes show { from { opacity: 0 } } }',
    '</style>',
    `<rect width="${width}" height="${height}" rx="12" fill="#12161c"/>`,
    ...lines.map(toLine),
    '</svg>',
    '',
  ].join('\n');
}

function toLine({ prompt, text, at }, index) {
  const y = MARGIN + (index + 0.75) * LINE;
  const content = prompt
    ? `<tspan class="prompt">$ </tspan><tspan class="command">${escapeMarkup(text)}</tspan>`
    : escapeMarkup(text);
  return `<g style="animation-delay:${at.toFixed(2)}s"><text x="${MARGIN}" y="${y}" xml:space="preserve">${content}</text></g>`;
}

/** At spaces where there are any. */
function wrap(line, columns) {
  if (line.length <= columns) return [line];
  const space = line.lastIndexOf(' ', columns);
  const end = space > columns / 2 ? space : columns;
  return [line.slice(0, end), ...wrap(`    ${line.slice(end).trimStart()}`, columns)];
}
