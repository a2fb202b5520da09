import { appendFileSync, readFileSync } from 'node:fs';

/**
 * A reporter of Node's test runner that writes each test file's result to the file GUILDHALL_TEST_RESULTS, as a line of JSON:
 * `{"name", "passed", "duration", "cpu"}`, times in milliseconds, `cpu` of this process and of the ended processes that it
 * started. The runner's own destinations lose what was not written when it ends the process.
 */
export default async function* fileReporter(source) {
  const { GUILDHALL_TEST_RESULTS: results } = process.env;
  let used = 0;
  for await (const { type, data } of source) {
    if (data?.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const total = cpuTime();
    const { duration_ms: duration } = data.details;
    const result = { name: data.name, passed: type === 'test:pass', duration, cpu: total - used };
    appendFileSync(results, `${JSON.stringify(result)}\n`);
    used = total;
  }
  yield '';
}

/** Ticks of /proc in a second: fixed for programs, whatever the kernel's clock. */
const TICKS = 100;

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

/** The processor time of processes that were started here and have ended, in milliseconds; 0 where there is no /proc. */
function childrenTime() {
  let text;
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // After the name of the program, which may contain anything; cutime and cstime are the fields 16 and 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS;
}
