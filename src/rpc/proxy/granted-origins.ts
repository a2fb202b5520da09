import type { ChatClient } from '../../client/client.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import type { Grant } from '../../protocol/objects/application.js';

/**
 * Origins of the applications to which the person granted rpc.api. A preflight carries no token that identifies the
 * application, and any page can trigger one, so concurrent lookups share one call to the service.
 */
export class GrantedOrigins {
  readonly #lookups = new SingleFlight<'grants', readonly Grant[]>();

  constructor(private readonly client: Pick<ChatClient, 'grants'>) {}

  async has(origin: string): Promise<boolean> {
    const grants = await this.#lookups.run('grants', () => this.client.grants());
    return grants.some(
      ({ application, scopes }) => scopes.includes('rpc.api') && application.rpc_origins.includes(origin),
    );
  }
}
