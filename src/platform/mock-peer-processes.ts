import type { PeerProcesses } from './peer-processes.js';

/** Says of every connection what a test wants it to. */
export class MockPeerProcesses implements PeerProcesses {
  /** the answer to every lookup */
  process: string | null = null;

  async find(): Promise<string | null> {
    return this.process;
  }
}
