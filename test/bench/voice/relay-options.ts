/** What the servers of the rows of voice are told first. */
export interface RelayOptions {
  readonly listeners: number;
  /** the UDP port that all listeners receive at */
  readonly sinkPort: number;
}
