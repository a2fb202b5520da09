import { fileURLToPath } from 'node:url';
import { families } from './growth/families.js';
import { formatRow } from './kernel/format-row.js';
import { judgeRow } from './kernel/judge-row.js';
import { FULL, measureRounds, SHORT } from './kernel/measure-row.js';
import { measureRows } from './kernel/measure-rows.js';
import type { Row } from './kernel/row.js';
import { World } from './servers/world.js';

/**
 * `npm run bench -- growth [--short | --long]`: the cost of operations by how much is stored and how many are connected.
 */
const args = process.argv.slice(2);
const isShort = args.includes('--short');
const extent = isShort ? 'short' : args.includes('--long') ? 'long' : 'usual';
const effort = isShort ? SHORT : FULL;

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const world = new World(checkout);

async function measure(row: Row): Promise<void> {
  const measured = await measureRounds(row, await row.open(world), effort);
  process.stdout.write(`${formatRow(judgeRow(row.name, row.goals, measured))}\n\n`);
}

for (const start of families(checkout, extent)) {
  const family = await start();
  const failed = await measureRows(family.rows, [world], measure);
  if (failed.length > 0) process.exitCode = 1;
  await family.end();
}
await world.stop();
