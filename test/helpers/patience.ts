/**
 * How long a test waits for what must come, in milliseconds. Only a test that fails waits that long, so it is several
 * times what a busy machine takes. An emulated one says how much slower it is: GUILDHALL_TEST_PATIENCE, in seconds.
 */
export const PATIENCE = Number(process.env.GUILDHALL_TEST_PATIENCE ?? 30) * 1000;

/** What is left of it after a wait in this process was in vain: its file has failed, and the rest shall fail soon. */
const REDUCED = PATIENCE / 10;

let isReduced = false;

/** How long the next wait may take, in milliseconds. @param share a multiple, for what takes longer by nature */
export function patience(share = 1): number {
  return (isReduced ? REDUCED : PATIENCE) * share;
}

/** To be called when a wait was in vain. @returns what to add to its message */
export function reducePatience(): string {
  const note = isReduced
    ? ' (waited a tenth of the time, because an earlier wait in this file was in vain)'
    : '';
  isReduced = true;
  return note;
}
