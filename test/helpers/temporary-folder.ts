import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test with an empty folder that is removed afterwards. */
export async function withTemporaryFolder<Result>(
  run: (folder: string) => Promise<Result> | Result,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  try {
    return await run(folder);
  } finally {
    // Repeated, because a write that has begun may create a file meanwhile.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
