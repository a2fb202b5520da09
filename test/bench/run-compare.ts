import { fileURLToPath } from 'node:url';
import { formatRow } from './kernel/format-row.js';
import { judgeRow } from './kernel/judge-row.js';
import { FULL, measureRounds } from './kernel/measure-row.js';
import { measureRows } from './kernel/measure-rows.js';
import type { Row, Subject } from './kernel/row.js';
import { parseBenchArguments } from './parse-arguments.js';
import { ROWS } from './rows/index.js';
import { selectRows } from './select-rows.js';
import { World } from './servers/world.js';

/**
 * `npm run compare -- CHECKOUT [TEXT…]`: puts the same load on the daemons of this checkout and another one, which is
 * built, in turn. Their CPU time counts; rates depend on what else the machine does.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OTHER = 'the other';
/** More CPU time for an operation than this, in shares of the other's, is a loss. */
const TOLERANCE = 0.03;
const ROUNDS = 15;
const OF_DAEMON = ROWS.filter(({ isOfDaemon }) => isOfDaemon === true);

const [checkout, ...texts] = process.argv.slice(2);
if (checkout === undefined) throw new TypeError('the other checkout is not named');
const { isWanted } = parseBenchArguments(texts);
const worlds = [new World(ROOT), new World(checkout)] as const;
let losses = 0;

/** The subjects of a row whose server is the daemon, one of each checkout. */
async function openBoth(row: Row): Promise<Subject[]> {
  const [own] = await row.open(worlds[0]);
  const [other] = await row.open(worlds[1]);
  return own === undefined || other === undefined ? [] : [own, { ...other, name: OTHER }];
}

async function compare(row: Row): Promise<void> {
  const measured = await measureRounds({ rounds: ROUNDS }, await openBoth(row), FULL);
  const result = judgeRow(row.name, [{ measure: 'cpu', against: OTHER, atMost: 1 + TOLERANCE }], measured);
  losses += result.goals.filter(({ verdict }) => verdict === 'MISSED').length;
  process.stdout.write(`${formatRow(result)}\n\n`);
}

try {
  losses += (await measureRows(selectRows(OF_DAEMON, isWanted), worlds, compare)).length;
} finally {
  for (const world of worlds) await world.stop();
}
process.exitCode = losses === 0 ? 0 : 1;
