import type { ApplicationAccess } from '../../client/client.js';
import type { Application } from '../../protocol/objects/application.js';
import type { RpcClose } from '../../protocol/rpc/close-codes.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';
import type { RpcUser } from '../../protocol/rpc/user.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SharedFrame } from '../subscriptions/shared-frame.js';

/** What AUTHENTICATE granted: the person the application acts for, and its scopes. */
export interface Authorization {
  readonly user: RpcUser;
  readonly scopes: ReadonlySet<string>;
  /** milliseconds since the Unix epoch */
  readonly expiresAt: number;
  /** kept in memory alone, to ask the service about it again after revocations may have been missed */
  readonly token: string;
  /** identifies the token when it is revoked */
  readonly tokenHash: string;
}

/** The session id of commands that an application sends without a connection. */
export function unconnectedSessionId(applicationId: Snowflake): string {
  return `http-${applicationId}`;
}

/** What a session can do, regardless of its transport. */
export interface SessionCapabilities {
  /**
   * whether it can act for a person, who is asked by AUTHORIZE; without this, only commands that need no person are
   * allowed
   */
  readonly hasPerson: boolean;
  /** whether it lasts as long as a connection and can receive events */
  readonly hasSubscriptions: boolean;
  /** whether it may show the person's activity without AUTHENTICATE (docs/rpc.md, IPC) */
  readonly isLocal: boolean;
}

/** A session with a connection. */
export const CONNECTED: SessionCapabilities = { hasPerson: true, hasSubscriptions: true, isLocal: false };

/** A session of a program of the person that is connected over IPC. */
export const LOCAL: SessionCapabilities = { hasPerson: true, hasSubscriptions: true, isLocal: true };

/** The same if the service does not know its client id: it may only show an activity. */
export const UNREGISTERED: SessionCapabilities = { hasPerson: false, hasSubscriptions: true, isLocal: true };

/** A single command of an application without a connection. */
export const UNCONNECTED: SessionCapabilities = {
  hasPerson: false,
  hasSubscriptions: false,
  isLocal: false,
};

/** The RPC server's view of one connection, or of one command without a connection. */
export interface RpcSession {
  readonly id: string;
  readonly capabilities: SessionCapabilities;
  readonly application: Application;
  /** false: the service does not know the application, which has the name of its program */
  readonly isRegistered: boolean;
  /** the program at the other end of IPC by its process, empty if that had ended or the system does not tell; null: not over IPC */
  readonly local: { readonly process: string } | null;
  /** how the person may use the application of a command without a connection; null for a connection */
  readonly access: ApplicationAccess | null;
  /** the Origin of the connection; null if none was sent */
  readonly origin: string | null;
  /** null before AUTHENTICATE */
  authorization: Authorization | null;
  /** whether replies can still be sent; false as soon as either side begins to close the connection */
  readonly isOpen: boolean;
  /** whether the connection has closed */
  readonly isClosed: boolean;
  /** aborted when the connection has closed; `isClosed` costs less where nothing waits */
  readonly closed: AbortSignal;
  /** Finds the process at the other end; null if unknown. It distinguishes programs that forge an Origin. */
  findPeer(): Promise<string | null>;
  /** Waits for the person's answer to AUTHORIZE; the deadline for AUTHENTICATE is suspended meanwhile. */
  whileAsking<T>(answer: Promise<T>): Promise<T>;
  /** Records that the person agreed to AUTHORIZE: other connections do not displace this one before AUTHENTICATE. */
  markAgreed(): void;
  /** Records that it shows an activity or has subscriptions: others displace it last. */
  markInUse(): void;
  send(frame: RpcFrame | SharedFrame): void;
  close(close: RpcClose): void;
}
