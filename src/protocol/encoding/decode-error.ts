/** A frame that is not one whole value of its encoding, or takes more than its port allows. The message completes `Payload is …`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
