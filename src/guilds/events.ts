import type { GatewayEventName, GatewayEvents } from '../protocol/gateway/events.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';

/** Who hears of an event. */
export type Audience =
  /** every member, or every member but one */
  | { readonly kind: 'guild'; readonly except?: Snowflake }
  /** every member who may view the channel */
  | { readonly kind: 'channel'; readonly channelId: Snowflake }
  /** of VOICE_STATE_UPDATE: every member who may view the channel it names or, null: none, the one it was before */
  | { readonly kind: 'voice'; readonly from: Snowflake | null }
  /** one user, also one who is no member any more */
  | { readonly kind: 'user'; readonly userId: Snowflake };

/** An event with the data that all its hearers get alike. */
type DispatchOf<Name extends GatewayEventName> = {
  readonly name: Name;
  readonly data: GatewayEvents[Name];
  readonly audience: Audience;
};
export type SharedEvent = {
  [Name in Exclude<GatewayEventName, 'READY' | 'RESUMED' | 'GUILD_CREATE'>]: DispatchOf<Name>;
}[Exclude<GatewayEventName, 'READY' | 'RESUMED' | 'GUILD_CREATE'>];

/**
 * What an operation lets the gateway say. GUILD_CREATE names only the member it goes to: what that member sees of the
 * guild is put together when it is sent.
 */
export type GuildEvent = SharedEvent | { readonly name: 'GUILD_CREATE'; readonly userId: Snowflake };

/** What a rule decided: the reply's value, what changes, and what to say of it once it is kept. */
export interface Decision<Result> {
  readonly result: Result;
  readonly changes: readonly GuildChange[];
  readonly events: readonly GuildEvent[];
  /** of a prune: the days it was for, which the audit log tells */
  readonly prunedDays?: number;
  /** of a bulk deletion: how many messages of each author there were, for the audit log */
  readonly bulkDeleted?: {
    readonly channelId: Snowflake;
    readonly authors: ReadonlyMap<Snowflake, number>;
  };
}
