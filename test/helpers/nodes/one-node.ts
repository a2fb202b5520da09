import { countNodes } from './count-nodes.js';

/** Why a test is skipped with several nodes; false with one. @param limit a limit of docs/operating-a-cluster.md */
export function oneNodeOnly(limit: string): string | false {
  return countNodes() > 1 && `needs one node: ${limit}`;
}
