import { after, before } from 'node:test';
import { ClusterOfServices } from '../../cluster/support/cluster-of-services.js';
import type { TestService } from './test-service.js';
import { makeWorld, type World } from './world.js';

/** Two nodes, and a world whose guild the first one owns. */
export interface OwnerAndOther {
  readonly owner: TestService;
  readonly other: TestService;
  readonly world: World;
}

/** Starts two nodes for the tests of a suite. @param use is called once they are there */
export function withOwnerAndOther(use: (nodes: OwnerAndOther) => void): void {
  let cluster: ClusterOfServices | null = null;
  before(async () => {
    cluster = await ClusterOfServices.start();
    const owner = await cluster.addNode('owner');
    const other = await cluster.addNode('other');
    use({ owner, other, world: await makeWorld(owner) });
  });
  after(() => cluster?.[Symbol.asyncDispose]());
}
