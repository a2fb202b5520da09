import { join } from 'node:path';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { deskOptions } from '../control/desk.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { MockRpc, type MockRpcOptions } from '../helpers/mock-rpc.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

/** Commands on the wire, with the desk that a daemon has. */
export function withDesk(
  run: (mock: MockRpc, desk: ConsentDesk) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  return () =>
    withTemporaryFolder(async (folder) => {
      const desk = await ConsentDesk.open(join(folder, 'remembered.json'), deskOptions(new ManualClock()));
      const mock = await MockRpc.start({ ...options, consent: desk });
      try {
        await run(mock, desk);
      } finally {
        await mock.stop();
      }
    });
}
