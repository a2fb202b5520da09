import { setTimeout as sleep } from 'node:timers/promises';

/** What keeps the event loop alive and is nobody's outside of the file that made it. */
const RESOURCES = ['FSEventWrap', 'StatWatcher', 'TCPServerWrap', 'TCPSocketWrap', 'Timeout', 'UDPWrap'];
/** Events of the process that modules listen to for as long as it runs, to take their child processes with them. */
const ENDS = /^(?:exit|SIG[A-Z]+)$/;
/** How long what is being closed may take, in milliseconds. Only a file with a leak waits for its end. */
const GRACE = 3_000;
const INTERVAL = 10;

/**
 * The state of this process that test files share: what a file changes, it changes back.
 *
 * @typedef {object} Snapshot
 * @property {ReadonlyMap<string, number>} resources how many of each kind keep the event loop alive
 * @property {ReadonlyMap<string, number>} listeners of the process, by event
 * @property {Readonly<Record<string, string | undefined>>} environment
 * @property {string} folder
 */

/** @returns {Snapshot} */
export function takeSnapshot() {
  return {
    resources: countBy(process.getActiveResourcesInfo().filter((kind) => RESOURCES.includes(kind))),
    listeners: new Map(
      process
        .eventNames()
        .filter((name) => !ENDS.test(String(name)))
        .map((name) => [String(name), process.listenerCount(name)]),
    ),
    environment: { ...process.env },
    folder: process.cwd(),
  };
}

/**
 * What is there that was not, in words; empty if nothing was left behind.
 *
 * @param {Snapshot} former
 * @returns {Promise<string[]>}
 */
export async function findLeaks(former) {
  const deadline = performance.now() + GRACE;
  for (;;) {
    const leaks = compare(former, takeSnapshot());
    if (leaks.length === 0 || performance.now() >= deadline) return leaks;
    await sleep(INTERVAL);
  }
}

function compare(former, now) {
  const names = new Set([...Object.keys(former.environment), ...Object.keys(now.environment)]);
  return [
    ...more(former.resources, now.resources),
    ...more(former.listeners, now.listeners).map((text) => `${text} of the process`),
    ...[...names]
      .filter((name) => former.environment[name] !== now.environment[name])
      .map((name) => `environment variable ${name}`),
    ...(former.folder === now.folder ? [] : ['another working folder']),
  ];
}

function more(former, now) {
  return [...now]
    .filter(([kind, count]) => count > (former.get(kind) ?? 0))
    .map(([kind, count]) => `${count - (former.get(kind) ?? 0)} ${kind}`);
}

function countBy(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
