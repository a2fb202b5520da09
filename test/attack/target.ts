/** What attackers know about a daemon. */
export interface Target {
  readonly rpcPort: number;
  readonly apiPort: number;
  readonly consolePort: number;
  readonly controlSocket: string;
  /** an honest application's public facts, which any web page may know */
  readonly victim: PublicApplication;
  /** an approved application of the attacker with a person's token */
  readonly own: OwnApplication;
  /** an application of the attacker that is neither approved nor has testers */
  readonly unapproved: PublicApplication;
}

export interface PublicApplication {
  readonly id: string;
  readonly origin: string;
}

export interface OwnApplication extends PublicApplication {
  readonly secret: string;
  readonly botToken: string;
  /** a person's token with all scopes that RPC knows */
  readonly accessToken: string;
  /** a guild of its bot, with the person as a member */
  readonly guildId: string;
  readonly textId: string;
  readonly voiceId: string;
}

/** The HTTP ports. */
export type HttpPort = 'rpcPort' | 'apiPort' | 'consolePort';
export const HTTP_PORTS: readonly [HttpPort, ...HttpPort[]] = ['rpcPort', 'apiPort', 'consolePort'];
