import { Random } from '../../helpers/random.js';
import type { KeptGuild } from './kept-guild.js';
import type { Call } from './request.js';

/** Somebody who joins and leaves a guild. */
export interface Visitor {
  readonly id: string;
  /** the caller's token */
  readonly token: string;
  /** an access token with guilds.join */
  readonly join: string;
}

/** The guild and the users before an operation. */
export interface Scene {
  readonly guild: string;
  /** the owner, a bot, as an Authorization header */
  readonly bot: string;
  readonly botId: string;
  readonly people: readonly Visitor[];
  /** what is kept; an operation changes it only when it is acknowledged */
  readonly kept: KeptGuild;
  /** whether this run's clock is behind, so that who joins now joined long ago for a later one */
  readonly behind: boolean;
  /** who did something in this run */
  readonly seen: Set<string>;
  /** a number that no operation had before */
  readonly number: number;
}

/** What an acknowledgement says of a thing that was made. */
export interface Made {
  readonly id: string;
  /** of a channel */
  readonly position: number;
}

/** The lists of a guild in which things are made whose ids the service chooses. */
export type MadeIn = 'roles' | 'channels' | 'invites' | 'others' | 'messages';

/** One change, before it is asked for. */
export interface Operation {
  readonly call: Call;
  readonly makes?: MadeIn;
  /** whether it has an audit log entry */
  readonly audited?: boolean;
  /** Changes what is kept as the change does. */
  apply(kept: KeptGuild, made: Made): void;
}

/** Thinks of an operation; null if there is nothing to do it to. */
export type OperationFactory = (scene: Scene) => Operation | null;

const random = new Random();

export function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[random.below(items.length)];
}

export function chance(probability: number): boolean {
  return random.chance(probability);
}

/** The ids of all that a list holds. */
export function idsIn(kept: KeptGuild, list: MadeIn): string[] {
  if (list === 'roles') return kept.roles.map(({ id }) => id);
  if (list !== 'messages') return Object.keys(kept[list]);
  return Object.values(kept.channels).flatMap(({ messages }) => Object.keys(messages));
}

/** An entry of an object that must be there. */
export function at<Value>(record: Readonly<Record<string, Value>>, key: string): Value {
  const value = record[key];
  if (value === undefined) throw new RangeError(`nothing is kept under ${key}`);
  return value;
}
