import type { ApplicationAccess } from '../client/client.js';
import type { Application } from '../protocol/objects/application.js';
import type { RpcClose } from '../protocol/rpc/close-codes.js';
import type { RpcFrame } from '../protocol/rpc/payload.js';
import type { RpcUser } from '../protocol/rpc/user.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { SharedFrame } from './shared-frame.js';

/** Who an application acts for since AUTHENTICATE. */
export interface Authorization {
  readonly user: RpcUser;
  readonly scopes: ReadonlySet<string>;
  /** milliseconds since the Unix epoch */
  readonly expiresAt: number;
  /** tells which token it was when one is revoked, without keeping the token */
  readonly tokenHash: string;
}

/** The id of the commands that an application sends without a connection. */
export function unconnectedSessionId(applicationId: Snowflake): string {
  return `http-${applicationId}`;
}

/** What a session is able to do, whatever transport it came by. */
export interface SessionCapabilities {
  /** it can act for the person, who is asked by AUTHORIZE; without, it sends only commands that need no person */
  readonly hasPerson: boolean;
  /** it lasts until its connection ends, and can be sent events */
  readonly hasSubscriptions: boolean;
}

/** A connection. */
export const CONNECTED: SessionCapabilities = { hasPerson: true, hasSubscriptions: true };

/** One command of an application that holds no connection. */
export const UNCONNECTED: SessionCapabilities = { hasPerson: false, hasSubscriptions: false };

/** What the rest of the RPC server sees of one connection, or of one command without a connection. */
export interface RpcSession {
  readonly id: string;
  readonly capabilities: SessionCapabilities;
  readonly application: Application;
  /** how the person may use an application that acts for nobody, and so did not ask them; null on a connection */
  readonly access: ApplicationAccess | null;
  /** the Origin that was sent at connect, null where none was */
  readonly origin: string | null;
  /** null before AUTHENTICATE */
  authorization: Authorization | null;
  /** aborts when the connection has ended */
  readonly closed: AbortSignal;
  /** Finds the program at the other end, null if that is unknown; programs can forge an Origin. */
  findPeer(): Promise<string | null>;
  /** Waits for the person's answer to AUTHORIZE; the deadline for AUTHENTICATE does not run meanwhile. */
  whileAsking<T>(answer: Promise<T>): Promise<T>;
  /** Notes that the person agreed to AUTHORIZE: other connections do not displace this one before AUTHENTICATE. */
  markAgreed(): void;
  send(frame: RpcFrame | SharedFrame): void;
  close(close: RpcClose): void;
}
