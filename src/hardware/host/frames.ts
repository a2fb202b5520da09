import Type, { type Static } from 'typebox';
import { Nullable, validator } from '../../protocol/schema.js';

/** Frames between the daemon and a driver's process; what is inside `value` the driver's contract tells. */

const DaemonFrameSchema = Type.Union([
  Type.Object({ type: Type.Literal('request'), id: Type.Integer(), method: Type.String() }),
  Type.Object({ type: Type.Literal('ping') }),
]);
export type DaemonFrame = Static<typeof DaemonFrameSchema>;

const HostFrameSchema = Type.Union([
  /** the driver has loaded and takes requests */
  Type.Object({ type: Type.Literal('ready') }),
  /** the driver cannot work on this machine as it is; the process ends */
  Type.Object({ type: Type.Literal('unavailable'), reason: Type.String(), mend: Nullable(Type.String()) }),
  Type.Object({ type: Type.Literal('reply'), id: Type.Integer(), value: Type.Unknown() }),
  Type.Object({ type: Type.Literal('refused'), id: Type.Integer(), message: Type.String() }),
  Type.Object({ type: Type.Literal('event'), name: Type.String(), value: Type.Unknown() }),
  Type.Object({ type: Type.Literal('pong') }),
]);
export type HostFrame = Static<typeof HostFrameSchema>;

export const daemonFrames = validator(DaemonFrameSchema);
export const hostFrames = validator(HostFrameSchema);
