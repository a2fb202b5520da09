import { FrameBudgets } from '../../net/frames/frame-budget.js';
import type { ApplicationAccesses } from '../applications/application-accesses.js';
import type { ApplicationLookups } from '../applications/application-lookups.js';
import type { RpcContext, RpcOptions } from '../context.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { ProgramBudgets, UnconnectedCommands } from '../dispatch/unconnected-commands.js';
import { workLimits } from '../limits.js';
import type { RpcConnections } from '../sessions/connections.js';
import { ConnectionAcceptor } from './connection-acceptor.js';
import type { TransportContext } from './transport.js';

/** The parts of the server that transports work on. */
export interface TransportParts {
  readonly connections: RpcConnections;
  readonly applications: ApplicationLookups;
  readonly accesses: ApplicationAccesses;
}

/** Creates what all transports share: admission, frame budgets and command handling. */
export function createTransportContext(
  options: RpcOptions,
  context: RpcContext,
  { accesses, applications, connections }: TransportParts,
): TransportContext {
  const { allowMissingOrigin, client, clock, configuration, limits, log } = options;
  const rules = {
    applications,
    allowMissingOrigin,
    refusals: context.refusals,
    activities: options.activityRules,
    nameProgram: async (process: string) => (await options.describeProcess(process))?.name ?? null,
  };
  const createBudgets = () => new FrameBudgets(workLimits(limits), clock);
  const shared = { dispatcher: new Dispatcher(context, log), limits };
  return {
    ...options,
    acceptor: new ConnectionAcceptor({
      ...shared,
      budgets: createBudgets(),
      rules,
      findUser: () => client.user,
      connections,
      configuration,
      clock,
      log,
    }),
    unconnectedCommands: new UnconnectedCommands({
      ...shared,
      accesses,
      // Separate from the budgets of connections, so that a flood on connections does not block vendor tools.
      budgets: new ProgramBudgets(createBudgets()),
    }),
    rules,
    attempts: context.attempts,
  };
}
