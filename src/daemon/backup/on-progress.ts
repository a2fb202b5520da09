/** Called with what is being done, e.g. `checking the backup`, and the share of it that is done, from 0 to 1. */
export type OnProgress = (phase: string, share: number) => void;
