import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
}

const { ProgressLine } = (await import(
  new URL('../../scripts/lib/progress-line.mjs', import.meta.url).href
)) as {
  ProgressLine: new (options: {
    describe(): string;
    interval: number;
    output: Output;
  }) => {
    clear(): void;
    end(): void;
  };
};

test('terminal progress is one line, truncated to the terminal width and erased at the end', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let written = '';
  const output: Output = {
    isTTY: true,
    columns: 30,
    write(text) {
      written += text;
    },
  };
  let seconds = 0;
  const describe = () => {
    seconds += 1;
    return `still compiling sqlite3 and naudiodon (${seconds} s)`;
  };
  const line = new ProgressLine({ describe, interval: 10_000, output });
  context.mock.timers.tick(2000);
  line.end();
  const frames = written.split('\r\x1b[K').slice(1);
  assert.deepEqual(frames, ['guildhall: still compiling sq', 'guildhall: still compiling sq', '']);
  context.mock.timers.tick(2000);
  assert.equal(seconds, 2);
});
