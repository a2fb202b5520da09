import type { SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { Authentication } from '../authentication.js';
import type { EventPublisher } from '../event-bus.js';
import { ApplicationTurns } from './application-turns.js';
import { Authorizations } from './authorizations.js';
import { Revocations } from './revocations.js';
import { Tokens } from './tokens.js';

/** What OAuth2 does for the operations. */
export interface OAuth2 {
  readonly authorizations: Authorizations;
  readonly tokens: Tokens;
  readonly revocations: Revocations;
}

export function createOAuth2(
  store: Store,
  authentication: Authentication,
  events: EventPublisher,
  ids: SnowflakeFactory,
  now: () => number,
): OAuth2 {
  const turns = new ApplicationTurns(store.applications);
  const revocations = new Revocations(store, turns, authentication, events, now);
  return {
    authorizations: new Authorizations(store, turns, ids, now),
    tokens: new Tokens(store, turns, revocations, now),
    revocations,
  };
}
