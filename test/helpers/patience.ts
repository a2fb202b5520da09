/**
 * How long a test waits for what must come, in milliseconds. Only a test that fails waits that long. An emulated
 * machine says how much slower it is: GUILDHALL_TEST_PATIENCE, in seconds.
 */
export const PATIENCE = Number(process.env.GUILDHALL_TEST_PATIENCE ?? 10) * 1000;
