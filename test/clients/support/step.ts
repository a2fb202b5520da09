import assert from 'node:assert/strict';
import type { Game, Person, TestService } from '../../api/support/test-service.js';
import type { GuildClient } from './guild-client.js';

/** What the steps of a round have in hand. */
export interface Round {
  readonly client: GuildClient;
  readonly service: TestService;
  readonly game: Game;
  /** who comes, is named, is kicked and is banned */
  readonly person: Person;
  /** a guild from before the login, with somebody in it who was not there for long */
  readonly ruins: string;
  /** ids of what the steps made, by name */
  readonly ids: Record<string, string>;
}

/** One action of a bot, and the events it then receives, each with its subject. */
export interface Step {
  readonly title: string;
  readonly act: (round: Round) => Promise<unknown>;
  readonly events: readonly string[];
  /** what the library knows then */
  readonly check?: (round: Round) => Promise<void>;
}

/** The id of something that an earlier step created. */
export function made(ids: Round['ids'], name: string): string {
  return ids[name] ?? assert.fail(`no step made ${name}`);
}
