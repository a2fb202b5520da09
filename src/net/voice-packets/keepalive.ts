/** Clients send a counter of this size from time to time, in bytes; the endpoint echoes it. */
export const KEEPALIVE_BYTES = 8;
