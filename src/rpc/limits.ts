/** How much one connection, and all together, may ask of this server. */
export interface RpcLimits {
  readonly connections: number;
  readonly frameBytes: number;
  /** commands of one connection that are not answered yet */
  readonly pendingCommands: number;
  readonly subscriptions: number;
  /** bytes sent to a connection that it has not read yet */
  readonly bufferedBytes: number;
}

export const DEFAULT_RPC_LIMITS: RpcLimits = {
  connections: 2048,
  frameBytes: 256 * 1024,
  pendingCommands: 128,
  subscriptions: 4096,
  bufferedBytes: 8 * 1024 * 1024,
};
