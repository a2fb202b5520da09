import { join } from 'node:path';
import { ConsentDesk, type ConsentDeskOptions } from '#guildhall/control/consent/consent-desk.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { ConsentAnswer, ConsentRequest } from '#guildhall/rpc/consent/consent.js';
import { settle } from '../hardware/support/manual-clock.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

export function deskOptions(clock: Clock = systemClock, service = 'embedded'): ConsentDeskOptions {
  return {
    ...{ service, timeout: 600_000, clock, log: silentLogger },
    describeProcess: async () => null,
    listGrants: async () => ({ get: () => '7' }),
    reportsRevocations: () => true,
  };
}

/** Runs a test with a desk of its own. @param run gets the path of what the desk remembers, too */
export function withDesk(run: (desk: ConsentDesk, path: string) => Promise<void>): () => Promise<void> {
  return () =>
    withTemporaryFolder(async (folder) => {
      const path = join(folder, 'remembered.json');
      await run(await openDesk(path), path);
    });
}

export function openDesk(path: string, service?: string): Promise<ConsentDesk> {
  return ConsentDesk.open(path, deskOptions(systemClock, service));
}

/** The answer to a request that nobody decides: what the desk remembers. */
export async function askUndecided(desk: ConsentDesk, request: ConsentRequest): Promise<ConsentAnswer> {
  const gone = new AbortController();
  const answer = desk.ask(request, gone.signal);
  await settle();
  gone.abort();
  return answer;
}
