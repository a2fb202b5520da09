import type { Simulation } from './simulation.js';

/** How often a lock is asked for again, in milliseconds. */
const ASK_AGAIN_MS = 10;

/** A row that a transaction may lock until its end. */
export interface Row {
  isLocked: boolean;
}

/** Runs a task when no transaction has locked some rows. @param find gives them, again each time; undefined: no such row */
export function whenUnlocked(
  world: Simulation,
  find: () => (Row | undefined)[],
  task: (rows: (Row | undefined)[]) => void,
): void {
  const rows = find();
  if (rows.some((row) => row?.isLocked === true)) {
    world.add(null, () => whenUnlocked(world, find, task), ASK_AGAIN_MS);
  } else task(rows);
}

/** Locks rows. @returns a function that unlocks them */
export function lockRows(rows: readonly (Row | undefined)[]): () => void {
  const setLocked = (isLocked: boolean) => {
    for (const row of rows) if (row !== undefined) row.isLocked = isLocked;
  };
  setLocked(true);
  return () => setLocked(false);
}
