/** How the code under test is named in a stack. */
const OURS = /guildhall\.node/;

/** V8's own notes about objects, e.g. of a class that the addon defines: they stay as long as the heap. */
const HEAP_OF_V8 = /^\s*#1 \S+ in v8::internal::Heap/m;

/**
 * What the sanitizers say of our code: every error, and each leak with a frame of the addon in its stack. Node.js and the
 * libraries of the system keep memory until the end of a process, which is their matter.
 *
 * @param stderr what a process under the sanitizers wrote
 */
export function reportsOf(stderr: string): string[] {
  const errors =
    stderr.match(/^.*(?:ERROR: AddressSanitizer|runtime error:|FATAL: |has encountered)[\s\S]*/m) ?? [];
  const leaks = stderr
    .split('\n\n')
    .filter((text) => /\bleak of \d+ byte/.test(text) && OURS.test(text) && !HEAP_OF_V8.test(text));
  return [...errors, ...leaks];
}
