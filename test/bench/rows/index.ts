import type { Row } from '../kernel/row.js';
import { fanOutRows } from './fan-out.js';
import { memoryRows } from './memory.js';
import { readRows } from './reads.js';
import { commandRows } from './rpc-commands.js';
import { connectRows } from './rpc-connects.js';
import { startRows } from './start.js';
import { writeRows } from './writes.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [
  ...startRows,
  ...connectRows,
  ...commandRows,
  ...memoryRows,
  ...readRows,
  ...writeRows,
  ...fanOutRows,
];
