import type { Scenario } from '../attackers/scenario.js';
import { APPROVED_APPLICATION_SCENARIOS } from './approved-application.js';
import { GATEWAY_SCENARIOS } from './gateway.js';
import { HTTP_FRAMING_SCENARIOS } from './http-framing.js';
import { HTTP_REQUEST_SCENARIOS } from './http-requests.js';
import { HTTP_SLOW_SCENARIOS } from './http-slow.js';
import { LOCAL_PROGRAM_SCENARIOS } from './local-programs.js';
import { OAUTH2_SCENARIOS } from './oauth2.js';
import { REST_BODY_SCENARIOS } from './rest-bodies.js';
import { RPC_CONNECTION_SCENARIOS } from './rpc-connections.js';
import { RPC_CONSENT_SCENARIOS } from './rpc-consent.js';
import { RPC_FRAME_SCENARIOS } from './rpc-frames.js';

/** All attacks. */
export const SCENARIOS: readonly Scenario[] = [
  // First: the proxy keeps idle connections to the service for a minute after them.
  ...APPROVED_APPLICATION_SCENARIOS,
  ...RPC_FRAME_SCENARIOS,
  ...RPC_CONNECTION_SCENARIOS,
  ...RPC_CONSENT_SCENARIOS,
  ...HTTP_REQUEST_SCENARIOS,
  ...HTTP_FRAMING_SCENARIOS,
  ...HTTP_SLOW_SCENARIOS,
  ...OAUTH2_SCENARIOS,
  ...REST_BODY_SCENARIOS,
  ...GATEWAY_SCENARIOS,
  ...LOCAL_PROGRAM_SCENARIOS,
];

/** @throws {RangeError} if there is none of this name */
export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new RangeError(`no attack is named ${name}`);
  return scenario;
}
