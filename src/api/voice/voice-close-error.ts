import { VOICE_CLOSE_CODES } from '../../protocol/voice/opcodes.js';

/** The client violated the protocol of the voice gateway; the message is the reason of the close frame. */
export class VoiceCloseError extends Error {
  override readonly name = 'VoiceCloseError';
  readonly code: number;

  constructor(name: keyof typeof VOICE_CLOSE_CODES, reason: string) {
    super(reason);
    this.code = VOICE_CLOSE_CODES[name];
  }
}
