/** What became of a request to the owner of a guild. */
export type RequestOutcome = 'done' | 'failed';

/** Called for what the service does, so that it can be counted. Its functions return at once and never throw. */
export interface ServiceObserver {
  /** A request over HTTP was answered. */
  answered(status: number): void;
  /** A request ended that went to the node that owns its guild, or for which this node took the guild. */
  forwarded(outcome: RequestOutcome, seconds: number): void;
}

/** What the service holds at the moment. */
export interface ServiceFigures {
  /** guilds in memory that requests are answered from */
  readonly guilds: number;
  readonly gatewaySessions: number;
  readonly gatewayConnections: number;
  /** null: this process is the only one */
  readonly cluster: ClusterFigures | null;
}

/** What a node knows of the cluster. */
export interface ClusterFigures {
  /** guilds that this node owns as far as it knows */
  readonly ownedGuilds: number;
  /** guilds that sessions of this node follow, whichever node owns them */
  readonly followedGuilds: number;
  /** entries of them that are stored and have not been delivered here */
  readonly entriesBehind: number;
  /** whether messages can be sent to other nodes; false without a bus */
  readonly isBusConnected: boolean;
  /** messages of the bus that were dropped since the start, because they are not authentic, of another time or repeated */
  readonly refusedMessages: number;
  /** how much the clock of this machine is ahead of the database's, in seconds; negative: behind it */
  readonly clockAhead: number;
}
