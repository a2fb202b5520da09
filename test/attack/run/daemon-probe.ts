import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the daemon's process reports. */
export interface DaemonReading {
  /** one more than the last reading's */
  readonly number: number;
  /** delays of the event loop since the last reading, in milliseconds */
  readonly loopDelay: { readonly p99: number; readonly max: number };
  /** what JavaScript refers to, in bytes */
  readonly live: number;
}

/**
 * A preload of the daemon's process (`node --import`): on SIGWINCH it collects garbage, on SIGUSR2 it writes a reading to
 * the file that GUILDHALL_TEST_PROBE names. Driver hosts inherit the option; in them it does nothing.
 */
const path = process.env.GUILDHALL_TEST_PROBE;
if (path !== undefined && /main\.js$/.test(process.argv[1] ?? '') && process.argv[2] === 'start') {
  const session = new Session();
  session.connect();
  // Unlike `gc()` this compacts the heap and returns its free pages, as V8 does when memory is short.
  process.on('SIGWINCH', () => session.post('HeapProfiler.collectGarbage'));
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let number = 0;
  process.on('SIGUSR2', () => {
    number += 1;
    const loopDelay = { p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 };
    const { external, heapUsed } = process.memoryUsage();
    const reading: DaemonReading = { number, loopDelay, live: heapUsed + external };
    writeFileSync(path, JSON.stringify(reading));
    delays.reset();
  });
}
