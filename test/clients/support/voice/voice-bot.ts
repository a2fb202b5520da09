/** What the tests of voice ask of a client library: its adapter calls the library's own methods. */
export interface VoiceBot {
  /** Joins a channel and waits until packets can be exchanged. */
  join(guild: string, channel: string): Promise<unknown>;
  /** Plays a file with interleaved stereo, 16-bit little-endian at 48 kHz, to its end. */
  play(path: string): Promise<unknown>;
  /** Records what a user says from now on. */
  record(user: string): Promise<unknown>;
  /**
   * Writes what was recorded of a user so far, decoded by the library, in the form that `play` reads.
   *
   * @returns the number of bytes
   */
  save(user: string, path: string): Promise<number>;
  /** the states of the last connection, as the library names them, and its errors */
  states(): Promise<readonly string[]>;
  /** Leaves the channel, if it is in one. */
  leave(): Promise<unknown>;
}

export interface VoiceLogin {
  /** of the REST interface */
  readonly apiUrl: string;
  readonly token: string;
}

/** Logs a library in as a bot. @returns once it knows the guilds it is in */
export type LoginVoiceBot = (login: VoiceLogin) => Promise<VoiceBot>;
