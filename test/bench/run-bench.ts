import { fileURLToPath } from 'node:url';
import { formatRow } from './kernel/format-row.js';
import { judgeRow } from './kernel/judge-row.js';
import { FULL, measureRounds, SHORT } from './kernel/measure-row.js';
import { ROWS } from './rows/index.js';
import { World } from './servers/world.js';

/** `npm run bench [-- TEXT…] [--short]`: measures the rows whose names contain a text. */
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--')).map((text) => text.toLowerCase());
const effort = args.includes('--short') ? SHORT : FULL;
const rows = ROWS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((text) => name.toLowerCase().includes(text)),
);

const world = new World(fileURLToPath(new URL('../../', import.meta.url)));
try {
  for (const row of rows) {
    const measured = await measureRounds(row, await row.open(world), effort);
    process.stdout.write(`${formatRow(judgeRow(row.name, row.goals, measured))}\n\n`);
    await world.endRow();
  }
} finally {
  await world.stop();
}
