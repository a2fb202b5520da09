import type { Snowflake } from '../protocol/snowflake.js';

/** A voice endpoint that a node has registered. */
export interface RegisteredEndpoint {
  readonly id: string;
  /** the node that it is linked to */
  readonly node: string;
  /** differs after each registration with a node */
  readonly link: string;
  /** host and port, as in VOICE_SERVER_UPDATE */
  readonly address: string;
}

/** What a node says about an endpoint that is linked to it. */
export interface EndpointRegistration {
  readonly id: string;
  readonly link: string;
  readonly address: string;
  /** null: for guilds of every region */
  readonly region: string | null;
  /** how many members it serves */
  readonly members: number;
}

/** The voice endpoints of all nodes, and which one serves each channel (docs/adr/0051-voice-endpoints-of-a-cluster.md). */
export interface VoiceEndpointStore {
  /** Begins or extends the leases of a node's endpoints, in milliseconds from now on the clock of the store. */
  register(node: string, endpoints: readonly EndpointRegistration[], leaseMs: number): Promise<void>;
  /** The endpoints whose leases have not ended. */
  live(): Promise<RegisteredEndpoint[]>;
  /**
   * The endpoint of a channel, the same for all who ask: the one that it has, or one of the region with the fewest members
   * if that has none or its lease has ended; one of any region if there is none of this.
   *
   * @returns its id; null if there is no endpoint
   */
  choose(channelId: Snowflake, region: string | null): Promise<string | null>;
  /** The endpoints that were chosen for channels; a channel without one is missing. */
  chosen(channelIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, string>>;
  /** Ends the leases of a node's endpoints. */
  release(node: string): Promise<void>;
}
