import type { ChatClient } from '../../client/client.js';
import type { Application, ApplicationWithApproval } from '../../protocol/objects/application.js';
import type { Scope } from '../../protocol/scopes.js';
import { type ServiceTurns, SharedRequests } from '../sessions/service-turns.js';
import type { RpcSession } from '../sessions/session.js';

type Asking = Pick<RpcSession, 'application' | 'id' | 'isOpen'>;

/**
 * Asks the service about the application of a connection when the person is asked for consent, and when they answered. In
 * contrast to `ApplicationLookups` the service is asked after each call, once for all that wait for the same.
 */
export class ApplicationChecks {
  readonly #found: SharedRequests<ApplicationWithApproval | null>;
  readonly #checked: SharedRequests<Application>;

  constructor(
    private readonly client: Pick<ChatClient, 'application' | 'checkAuthorization'>,
    turns: ServiceTurns,
  ) {
    this.#found = new SharedRequests(turns);
    this.#checked = new SharedRequests(turns);
  }

  /**
   * The application as it is now; null if it was deleted. Connections that call this in the same turn of the event loop share
   * one request.
   */
  find(session: Asking): Promise<ApplicationWithApproval | null> {
    const { id } = session.application;
    return this.#found.join(session, id, id, () => this.client.application(id));
  }

  /** Whether the person may authorize the application. @throws {ServiceError} if not */
  checkAuthorization(session: Asking, scopes: readonly Scope[]): Promise<Application> {
    const { id } = session.application;
    const name = `${id} ${scopes.join(' ')}`;
    return this.#checked.run(session, name, id, () => this.client.checkAuthorization(id, scopes));
  }
}
