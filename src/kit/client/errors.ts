import { RPC_ERRORS, type RpcErrorName } from '../../protocol/rpc/errors.js';
import type { CloseInfo } from './web-socket.js';

/** The server refused a command (docs/rpc.md, Errors). */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** the name of `code`, or null for one that this version does not know */
  readonly codeName: RpcErrorName | null;

  constructor(
    readonly command: string,
    readonly code: number,
    message: string,
  ) {
    super(message);
    const names = Object.keys(RPC_ERRORS) as RpcErrorName[];
    this.codeName = names.find((name) => RPC_ERRORS[name] === code) ?? null;
  }
}

/** The connection is closed, so nothing can be sent and no reply will arrive (docs/rpc.md, Close codes). */
export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError';

  constructor(readonly close: CloseInfo) {
    super(`The connection is closed: ${close.code} ${close.reason}`.trim());
  }
}

/** No RPC server accepted the connection on any port. */
export class ServerNotFoundError extends Error {
  override readonly name = 'ServerNotFoundError';

  /**
   * @param ports where it was looked for; 0 and above: numbers of sockets of IPC
   * @param refusal how a server closed the connection; null if none is running
   */
  constructor(
    ports: readonly number[],
    readonly refusal: CloseInfo | null,
  ) {
    const range = ports.length === 1 ? `port ${ports[0]}` : `ports ${ports[0]} to ${ports.at(-1)}`;
    const where = ports[0] === 0 ? 'any socket of IPC' : range;
    super(
      refusal === null
        ? `no RPC server on ${where}; start it with: guildhall start`
        : `the RPC server refused the connection: ${refusal.code} ${refusal.reason}`.trim(),
    );
  }
}

/** A reply did not arrive in time. */
export class ReplyTimeoutError extends Error {
  override readonly name = 'ReplyTimeoutError';

  constructor(command: string, ms: number) {
    super(`no reply to ${command} within ${ms} ms`);
  }
}

/** The service refused to exchange a code (docs/rest.md, OAuth2 tokens and codes). */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  /** @param error the OAuth2 error, e.g. `invalid_grant` */
  constructor(
    readonly error: string,
    description: string,
  ) {
    super(`${error}: ${description}`);
  }
}
