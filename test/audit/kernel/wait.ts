import { WrongReply } from './json.js';

/** The longest wait for what must come, in milliseconds. */
export const PATIENCE = Number(process.env.GUILDHALL_TEST_PATIENCE ?? 30) * 1000;

/** Polls until `find` gives a value. @throws WrongReply after PATIENCE */
export async function waitFor<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new WrongReply(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
