import type { Bus } from '#guildhall/cluster/bus/bus.js';

const TIMEOUT_MS = 5000;

/** The nodes of running services, by their names. */
const running = new Set<ReadonlyMap<string, Bus>>();

const subjectOf = (node: string) => `test.delivered.${node}`;

/** From now on `delivered` waits for these nodes too. @returns undoes it */
export function awaitDeliveriesOf(nodes: ReadonlyMap<string, Bus>): () => void {
  const undo = [...nodes].map(([node, bus]) => bus.respond(subjectOf(node), async () => ''));
  running.add(nodes);
  return () => {
    running.delete(nodes);
    for (const each of undo) each();
  };
}

/**
 * Waits until every node has received what others published before: a message of one node to another does not overtake
 * another one.
 */
export async function delivered(): Promise<void> {
  for (const nodes of running) {
    const questions = [...nodes.values()].flatMap((bus) =>
      [...nodes.keys()].map((node) => bus.request(subjectOf(node), '', TIMEOUT_MS)),
    );
    await Promise.all(questions);
  }
}
