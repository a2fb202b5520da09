import type { RequestListener } from 'node:http';
import { readsPage } from '../core/http/reads-html.js';
import { OperationRequest, type RequestContext } from './operation-request.js';
import type { OperationRoutes } from './operation-routes.js';

/**
 * Answers the requests for operations.
 *
 * @param others answers all other requests
 */
export function operationListener(
  routes: OperationRoutes,
  context: RequestContext,
  others: RequestListener,
): RequestListener {
  return (request, response) => {
    const route = routes.find(request.method ?? '', request.url ?? '');
    const isPage = route?.endpoint.operation.hasPage === true && readsPage(request);
    if (route === null || isPage) others(request, response);
    else new OperationRequest(context, route, request, response).answer();
  };
}
