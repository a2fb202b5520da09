import { VOICE_CLOSE_CODES } from '../../protocol/voice/opcodes.js';

const { AUTHENTICATION_FAILED, CALL_TERMINATED, DISCONNECTED, INVALID_SESSION } = VOICE_CLOSE_CODES;
const { RATE_LIMITED, SERVER_NOT_FOUND } = VOICE_CLOSE_CODES;
/** The endpoint ended the membership: only a new VOICE_SERVER_UPDATE leads back. */
const LEFT: ReadonlySet<number> = new Set([DISCONNECTED, CALL_TERMINATED, RATE_LIMITED]);
/** The token or session can no longer be used: the channel must be joined again. */
const INVALID: ReadonlySet<number> = new Set([AUTHENTICATION_FAILED, INVALID_SESSION, SERVER_NOT_FOUND]);

/** What the end of the WebSocket means for a session: it is over (`left`, `rejoin`), or can be resumed (`lost`). */
export function closeOutcome(code: number): 'left' | 'rejoin' | 'lost' {
  if (LEFT.has(code)) return 'left';
  return INVALID.has(code) ? 'rejoin' : 'lost';
}
