import { FrameBudgets } from '../../net/frame-budget.js';
import { SingleFlight } from '../../platform/coalesce.js';
import type { Application } from '../../protocol/objects/application.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ApplicationAccesses } from '../application-accesses.js';
import type { RpcConnections } from '../connections.js';
import type { RpcContext } from '../context.js';
import { Dispatcher } from '../dispatcher.js';
import { workLimits } from '../limits.js';
import { ProgramBudgets } from '../program-budgets.js';
import type { RpcOptions } from '../rpc-options.js';
import { UnconnectedCommands } from '../unconnected-commands.js';
import type { AdmissionRules } from './admission.js';
import { ConnectionAcceptor } from './connection-acceptor.js';
import type { TransportContext } from './transport.js';

/** Creates what all transports share: admission, frame budgets and command handling. */
export function createTransportContext(
  options: RpcOptions,
  context: RpcContext,
  connections: RpcConnections,
): TransportContext {
  const { apiUrl, client, clock, configuration, limits, log, peerProcesses, peers, ports } = options;
  const rules = createAdmissionRules(options);
  const createBudgets = () => new FrameBudgets(workLimits(limits), clock);
  const shared = { dispatcher: new Dispatcher(context, log), limits };
  return {
    acceptor: new ConnectionAcceptor({
      ...shared,
      budgets: createBudgets(),
      rules,
      connections,
      configuration,
      clock,
      log,
    }),
    unconnectedCommands: new UnconnectedCommands({
      ...shared,
      accesses: new ApplicationAccesses(client, clock),
      // Separate from the budgets of connections, so that a flood on connections does not block vendor tools.
      budgets: new ProgramBudgets(createBudgets()),
    }),
    rules,
    peers,
    peerProcesses,
    ports,
    apiUrl,
    client,
    attempts: context.attempts,
    limits,
    clock,
    log,
  };
}

/** Connections of one application that arrive together share one lookup. */
function createAdmissionRules({ allowMissingOrigin, client, clock }: RpcOptions): AdmissionRules {
  const lookups = new SingleFlight<Snowflake, Application | null>();
  const applications = { application: (id: Snowflake) => lookups.run(id, () => client.application(id)) };
  return { applications, allowMissingOrigin, clock };
}
