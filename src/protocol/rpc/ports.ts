/** The first and the last port of RPC servers (docs/rpc.md, Connecting). */
export const RPC_PORT_RANGE = [6463, 6472] as const;

const [FIRST, LAST] = RPC_PORT_RANGE;

/** The ports of RPC servers, in the order in which clients try them. */
export const RPC_PORTS: readonly number[] = Array.from(
  { length: LAST - FIRST + 1 },
  (_, index) => FIRST + index,
);
