import { Agent, type ClientRequest, type RequestOptions } from 'node:http';
import type { AgentOptions as HttpsOptions } from 'node:https';

/** Takes requests for an https server to a plain one. */
export class DetourAgent extends Agent {
  /** what the library's requests are for, and what Node.js holds against it */
  readonly protocol = 'https:';
  declare readonly options: HttpsOptions;

  constructor(private readonly target: URL) {
    super();
  }

  /** Node.js calls this for each request; its types do not tell. */
  addRequest(request: ClientRequest, options: RequestOptions): void {
    const { hostname, port, host } = this.target;
    request.setHeader('host', host);
    const detour = { ...options, host: hostname, port, protocol: 'http:' };
    (Agent.prototype as unknown as AgentInside).addRequest.call(this, request, detour);
  }
}

interface AgentInside {
  addRequest(request: ClientRequest, options: RequestOptions): void;
}
