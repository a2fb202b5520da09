import { Session } from 'node:inspector';

/** A preload (`node --import`) of processes whose memory is measured: on SIGWINCH they collect garbage. */
const session = new Session();
session.connect();
// Unlike `gc()` this compacts the heap and returns its free pages, as V8 does when memory is short.
process.on('SIGWINCH', () => session.post('HeapProfiler.collectGarbage'));
