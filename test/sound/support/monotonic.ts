/** The time in milliseconds by a clock that all processes of this machine share, so that theirs can be compared. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
