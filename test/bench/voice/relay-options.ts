/** The options that the servers of the rows of voice receive first. */
export interface RelayOptions {
  readonly listeners: number;
  /** the UDP port that all listeners receive at */
  readonly sinkPort: number;
}
