import type { Store } from '../../store/store.js';
import type { Forwarding } from '../rest/forwarding.js';
import type { OperationRoutes } from '../rest/operation-routes.js';
import type { OperationServices } from '../rest/operation-services.js';
import { carryOutOperation } from './carry-out-operation.js';
import type { ApiCluster } from './open-cluster.js';
import { FORM_REQUEST, OPERATION_REQUEST, OperationForwarding } from './operation-forwarding.js';

/**
 * Forwards operations to the owners of guilds, and carries out those that other nodes forward.
 *
 * @returns null if this process is the only one
 */
export function openForwarding(
  { cluster, store }: { readonly cluster: ApiCluster | null; readonly store: Store },
  services: OperationServices,
  routes: OperationRoutes,
): Forwarding | null {
  if (cluster === null) return null;
  const { authentication, guilds, log, privateChannels, uploads } = services;
  const carryOut = carryOutOperation({ routes, authentication, services, log });
  cluster.onRequest(OPERATION_REQUEST, carryOut);
  cluster.onRequest(FORM_REQUEST, carryOut);
  const { keys, leases, requests } = cluster.node;
  const { roundTrip } = cluster;
  const options = {
    keys,
    leases,
    requests,
    roundTrip,
    guilds,
    privateChannels,
    uploads,
    store: store.guilds,
  };
  return new OperationForwarding(options);
}
