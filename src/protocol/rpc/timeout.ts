import Type from 'typebox';
import { Nullable } from '../schema.js';

/** How long a command waits for what is not there yet, in seconds; 0 or absent: not at all (docs/rpc.md). */
export const TimeoutSchema = Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 60 })));
