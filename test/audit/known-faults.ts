/** Lines that are wrong and known to be, each with its reason. */
export const KNOWN_FAULTS: Readonly<Record<string, string>> = {};
