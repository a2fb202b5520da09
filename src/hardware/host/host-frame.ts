import Type, { type Static } from 'typebox';
import { Nullable, validator } from '../../protocol/schema.js';

/** Messages from a driver process to the daemon; the driver's contract defines `value`. */
const HostFrameSchema = Type.Union([
  /** the driver has loaded and takes requests */
  Type.Object({ type: Type.Literal('ready') }),
  /** the driver cannot work on this machine as it is; the process ends */
  Type.Object({ type: Type.Literal('unavailable'), reason: Type.String(), hint: Nullable(Type.String()) }),
  Type.Object({ type: Type.Literal('reply'), id: Type.Integer(), value: Type.Unknown() }),
  Type.Object({ type: Type.Literal('refused'), id: Type.Integer(), message: Type.String() }),
  Type.Object({ type: Type.Literal('event'), name: Type.String(), value: Type.Unknown() }),
  Type.Object({ type: Type.Literal('pong') }),
]);
export type HostFrame = Static<typeof HostFrameSchema>;

export const hostFrames = validator(HostFrameSchema);
