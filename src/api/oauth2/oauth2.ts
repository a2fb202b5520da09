import type { SnowflakeFactory } from '../../protocol/snowflake.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import type { Store } from '../../store/store.js';
import type { Authentication } from '../accounts/authentication.js';
import type { EventPublisher } from '../core/event-bus.js';
import { Authorizations } from './authorizations.js';
import { Revocations } from './revocations.js';
import { Tokens } from './tokens.js';

/** The OAuth2 functions that operations use. */
export interface OAuth2 {
  readonly authorizations: Authorizations;
  readonly tokens: Tokens;
  readonly revocations: Revocations;
}

interface Dependencies {
  readonly store: Pick<Store, 'applications' | 'authorizations'>;
  readonly authentication: Authentication;
  readonly conflictTurns: ConflictTurns;
  readonly events: EventPublisher;
  readonly ids: SnowflakeFactory;
  /** milliseconds since the Unix epoch */
  now(): number;
}

export function createOAuth2({
  store,
  authentication,
  conflictTurns: turns,
  events,
  ids,
  now,
}: Dependencies): OAuth2 {
  const { applications, authorizations } = store;
  const revocations = new Revocations({ store, authentication, events, now });
  return {
    authorizations: new Authorizations({ applications, authorizations, turns }, ids, now),
    tokens: new Tokens({ applications, authorizations, turns }, revocations, now),
    revocations,
  };
}
