import { appendFileSync, readFileSync } from 'node:fs';

/**
 * A reporter of Node's test runner that writes each test file's result to the file GUILDHALL_TEST_RESULTS, as a line of JSON:
 * `{"name", "passed", "duration", "cpu", "counts"}`, times in milliseconds, `cpu` of this process and of the ended processes that it
 * started, `counts` of its tests. The runner's own destinations lose what was not written when it ends the process.
 */
export default async function* fileReporter(source) {
  const { GUILDHALL_TEST_RESULTS: results } = process.env;
  let used = 0;
  let counts = noCounts();
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.nesting > 0) {
      const kind = kindOf(type, data);
      if (kind !== null) counts[kind] += 1;
      continue;
    }
    const total = cpuTime();
    const { duration_ms: duration } = data.details;
    // E.g. a module of it cannot be loaded.
    if (type === 'test:fail' && counts.failed === 0) counts.failed = 1;
    const result = { name: data.name, passed: type === 'test:pass', duration, cpu: total - used, counts };
    appendFileSync(results, `${JSON.stringify(result)}\n`);
    used = total;
    counts = noCounts();
  }
  yield '';
}

/**
 * How many tests of a file passed, were skipped because they are of POSIX systems or for another reason, and failed.
 *
 * @typedef {{ passed: number, posix: number, skipped: number, failed: number }} Counts
 * @returns {Counts}
 */
export function noCounts() {
  return { passed: 0, posix: 0, skipped: 0, failed: 0 };
}

/** @returns null for a suite whose tests are counted */
function kindOf(type, { skip, details }) {
  if (skip !== undefined) return /^(?:POSIX|Linux): /.test(String(skip)) ? 'posix' : 'skipped';
  if (type === 'test:fail')
    return details.type === 'suite' && details.error.failureType === 'subtestsFailed' ? null : 'failed';
  return details.type === 'suite' ? null : 'passed';
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
