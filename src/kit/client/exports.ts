export { RPC_PORTS } from '../../protocol/rpc/ports.js';
export type * from '../types/rpc.js';
export type { ClientEvents, ClientOptions } from './client-options.js';
export type { RequestOptions } from './connection.js';
export {
  CommandError,
  DisconnectedError,
  ExchangeError,
  ReplyTimeoutError,
  ServerNotFoundError,
} from './errors.js';
export { type CodeExchange, exchangeCode, type TokenReply } from './exchange-code.js';
export type { CloseInfo, CreateWebSocket, WebSocketLike } from './web-socket.js';
