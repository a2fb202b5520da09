import type { ChatClient } from '../../client/client.js';
import { SingleFlight } from '../../platform/coalesce.js';
import type { Grant } from '../../protocol/objects/application.js';

/**
 * Origins of the applications that the person gave the scope rpc.api. A preflight carries no token that would tell which
 * application it is, and any page can cause one: however many come, the service is asked once at a time.
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
