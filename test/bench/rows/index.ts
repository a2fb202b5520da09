import type { Row } from '../kernel/row.js';
import { clusterRows } from './cluster.js';
import { etfRows } from './etf.js';
import { fanOutRows } from './fan-out.js';
import { frameBudgetRows } from './frame-budget.js';
import { groupCommitRows } from './group-commit.js';
import { largeGuildRows } from './large-guild.js';
import { memoryRows } from './memory.js';
import { peerCheckRows } from './peer-check.js';
import { readRows } from './reads.js';
import { commandRows } from './rpc-commands.js';
import { connectRows } from './rpc-connects.js';
import { soundRows } from './sound.js';
import { startRows } from './start.js';
import { voiceRelayRows } from './voice-relay.js';
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
  ...largeGuildRows,
  ...groupCommitRows,
  ...clusterRows,
  ...etfRows,
  ...frameBudgetRows,
  ...peerCheckRows,
  ...voiceRelayRows,
  ...soundRows,
];
