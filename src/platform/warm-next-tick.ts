/** 300 were too few, 3000 enough; they take about a millisecond. */
const CALLS = 5000;

/**
 * Calls `process.nextTick` often, before anything else of a server happens. Every response and frame calls it, and V8
 * learns from its first calls which shape the objects have that it queues. With a code cache, a start makes them in an
 * order after which V8 gives up: from then on each object is built property by property in its runtime, for as long as
 * the process runs, which costs a fifth of a short request (docs/performance.md, What costs remain).
 */
export function warmNextTick(): void {
  for (let call = 0; call < CALLS; call += 1) process.nextTick(doNothing);
}

function doNothing(): void {}
