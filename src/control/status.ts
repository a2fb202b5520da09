import Type, { type Static } from 'typebox';
import { SIGN_IN_STATES } from '../client/client.js';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../protocol/schema.js';

/** The status of a hardware driver; the same fields as `DriverStatus`. */
export const DriverSchema = Type.Object({
  name: Type.String(),
  state: Type.String(),
  reason: Nullable(Type.String()),
  hint: Nullable(Type.String()),
});

/** The running key capture; the same fields as `CaptureInfo` of the RPC server. */
export const CaptureSchema = Type.Object({
  application: Type.Object({ id: SnowflakeSchema, name: Type.String() }),
  session_id: Type.String(),
  started_at: TimestampSchema,
  ends_at: TimestampSchema,
});

/** The state of each part of the daemon; provided by the composition root. */
export const DaemonStatusSchema = Type.Object({
  pid: Type.Integer(),
  version: Type.String(),
  started_at: TimestampSchema,
  rpc: Type.Object({ host: Type.String(), port: Type.Integer(), connections: Type.Integer() }),
  /** RPC over IPC: its folder, and its socket, null if none is available; null: off; older versions omit it */
  ipc: Type.Optional(
    Nullable(
      Type.Object({
        folder: Type.String(),
        path: Nullable(Type.String()),
        /** further paths of the socket, for sandboxed programs; older versions omit it */
        links: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
  /** the servers that programs find before this one, e.g. `port 6463 by node (pid 812)`; older versions omit it */
  earlier_servers: Type.Optional(Type.Array(Type.String())),
  api: Type.Object({
    /** the base URL of the REST API, e.g. `http://127.0.0.1:6480/api` */
    url: Type.String(),
    /** whether the service runs inside this daemon */
    embedded: Type.Boolean(),
    /** whether the gateway is connected */
    connected: Type.Boolean(),
    /** why the embedded service accepts no changes anymore, e.g. because its store is damaged; null: it accepts them; older versions omit it */
    damage: Type.Optional(Nullable(Type.String())),
  }),
  user: Nullable(Type.Object({ id: SnowflakeSchema, username: Type.String(), discriminator: Type.String() })),
  /** whether somebody is signed in; older versions omit it, and `guilds` */
  sign_in: Type.Optional(Enumeration(SIGN_IN_STATES)),
  /** how many guilds the person is in, as far as they have arrived */
  guilds: Type.Optional(Type.Integer()),
  console: Type.Object({ url: Type.String() }),
  /** the command that starts it if it is installed as a service; null if the system has no service manager */
  service_start: Nullable(Type.String()),
  drivers: Type.Array(DriverSchema),
  /** the application that is recording keys, or null */
  capture: Nullable(CaptureSchema),
  /** the number of requests that wait for the person */
  pending_consents: Type.Integer(),
});
export type DaemonStatus = Static<typeof DaemonStatusSchema>;
