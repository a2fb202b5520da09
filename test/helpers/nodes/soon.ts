import assert from 'node:assert/strict';
import { eventually } from '../eventually.js';
import { countNodes } from './count-nodes.js';

/** Asserts what holds at once in one process, and soon where others have to learn of a change. */
export async function holdsSoon(condition: () => Promise<boolean>, message?: string): Promise<void> {
  if (countNodes() === 1) assert.ok(await condition(), message);
  else await eventually(condition, message === undefined ? {} : { describe: () => message });
}
