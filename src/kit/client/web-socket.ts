/** The parts of the WebSocket interface of browsers that the client uses; the package `ws` has them, too. */
export interface WebSocketLike {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  send(text: string): void;
  close(code?: number): void;
}

/** Opens a WebSocket. @param origin what to send as Origin; browsers send that of the page instead */
export type CreateWebSocket = (url: string, origin: string | null) => WebSocketLike;

/** How a connection was closed. */
export interface CloseInfo {
  /** a close code (docs/rpc.md), or 1006 if the connection was lost or never made */
  readonly code: number;
  readonly reason: string;
}

/** How the client closes a connection. */
export const CLOSED: CloseInfo = { code: 1000, reason: '' };

/** A connection was lost, or never made. */
export const LOST: CloseInfo = { code: 1006, reason: '' };
