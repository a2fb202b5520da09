import type { Row } from '../kernel/row.js';
import { readRows } from './reads.js';
import { commandRows } from './rpc-commands.js';
import { connectRows } from './rpc-connects.js';
import { writeRows } from './writes.js';

/** All rows, in the order of the table. */
export const ROWS: readonly Row[] = [...connectRows, ...commandRows, ...readRows, ...writeRows];
