import type { Bus } from '#guildhall/cluster/bus/bus.js';
import { REPORT_SUBJECT } from '#guildhall/cluster/voice/voice-messages.js';
import { eventually } from '../eventually.js';

const TIMEOUT_MS = 5000;

/** The nodes of running services, by their names. */
const running = new Set<ReadonlyMap<string, Bus>>();

/** How often nodes were told who spoke, or whose voice session ended. */
let voiceReports = 0;

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

/** Counts the voice reports that a node sends, for `nextVoiceReport`. */
export function countVoiceReports(bus: Bus): void {
  const publish = bus.publish.bind(bus);
  bus.publish = (subject, text) => {
    if (subject.endsWith(`.${REPORT_SUBJECT}`)) voiceReports += 1;
    publish(subject, text);
  };
}

/**
 * To be called before somebody speaks: an endpoint of several nodes reports every few seconds who did.
 *
 * @returns waits, after those seconds, until every node has received the report; with one node there is none
 */
export function nextVoiceReport(): () => Promise<void> {
  const former = voiceReports;
  return async () => {
    if (running.size === 0) return;
    await eventually(() => voiceReports > former, { describe: () => 'no node was told who spoke' });
    await delivered();
  };
}
