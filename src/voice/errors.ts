import type { VoiceEntryRefusal } from '../client/chat/voice-entry.js';
import { ExpectedError } from '../protocol/expected-error.js';

/** Another application has the lock of the voice settings. */
export class VoiceLockedError extends ExpectedError {
  override readonly name = 'VoiceLockedError';

  /** @param holder the name of the application that has the lock */
  constructor(readonly holder: string) {
    super(`Voice settings are locked by ${holder}`);
  }
}

/** The connection may no longer change voice settings. */
export class VoiceAccessEndedError extends ExpectedError {
  override readonly name = 'VoiceAccessEndedError';
}

/** No endpoint with this id is plugged in. */
export class UnknownDeviceError extends ExpectedError {
  override readonly name = 'UnknownDeviceError';

  constructor(readonly direction: 'input' | 'output') {
    super('must be one of available_devices');
  }
}

/** The person is in another voice channel. */
export class AlreadyInVoiceError extends ExpectedError {
  override readonly name = 'AlreadyInVoiceError';
}

/** The person may not join the voice channel. */
export class VoiceEntryError extends ExpectedError {
  override readonly name = 'VoiceEntryError';

  constructor(readonly reason: VoiceEntryRefusal) {
    super(`the voice channel cannot be joined: ${reason}`);
  }
}

/** As many requests of a connection are pending as it may have. */
export class TooManySelectionsError extends ExpectedError {
  override readonly name = 'TooManySelectionsError';

  constructor(readonly most: number) {
    super(`no more than ${most} pending requests to select a voice channel`);
  }
}

/** The service did not move the person into the channel in time, or a later request was carried out first. */
export class JoinTimedOutError extends ExpectedError {
  override readonly name = 'JoinTimedOutError';
}
