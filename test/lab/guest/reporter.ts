import type { TestEvent } from 'node:test/reporters';
import { type GuestEnd, type GuestNote, type GuestResult, MEASURED } from '../guest-result.js';

/** Node's results as a line of JSON per test, for the host. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'test:diagnostic' && event.data.message.startsWith(MEASURED)) {
      const note: GuestNote = { note: event.data.message.slice(MEASURED.length) };
      yield `${JSON.stringify(note)}\n`;
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, skip } = event.data;
    const { error } = event.data.details as { error?: Error };
    const result: GuestResult = {
      name,
      nesting,
      passed: event.type === 'test:pass' && skip === undefined,
      message: skip === undefined ? String(error?.cause ?? error ?? '') : `skipped: ${String(skip)}`,
    };
    yield `${JSON.stringify(result)}\n`;
  }
  const end: GuestEnd = { end: true, exitCode: Number(process.exitCode ?? 0) };
  yield `${JSON.stringify(end)}\n`;
}
