import { rpcErrors } from '../../protocol/rpc/errors.js';
import {
  AlreadyInVoiceError,
  JoinTimedOutError,
  TooManySelectionsError,
  UnknownDeviceError,
  VoiceAccessEndedError,
  VoiceEntryError,
  VoiceLockedError,
} from '../../voice/errors.js';

/** Converts a refused change of voice settings to an RPC error. @throws {RpcError} */
export async function withVoiceRefusals<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof VoiceLockedError) throw rpcErrors.voiceSettingsLocked(error.holder);
    if (error instanceof VoiceAccessEndedError) throw rpcErrors.invalidPermissions();
    if (error instanceof UnknownDeviceError) {
      throw rpcErrors.invalidPayload(`args.${error.direction}.device_id: ${error.message}`);
    }
    throw error;
  }
}

const ENTRY_REFUSALS = {
  invisible: rpcErrors.invalidChannel,
  forbidden: rpcErrors.voiceChannelForbidden,
  full: rpcErrors.voiceChannelFull,
};

/** Converts a refused move to a voice channel to an RPC error. @throws {RpcError} */
export async function withSelectionRefusals<T>(move: Promise<T>, channelId: string): Promise<T> {
  try {
    return await move;
  } catch (error) {
    if (error instanceof AlreadyInVoiceError) throw rpcErrors.selectVoiceForceRequired();
    if (error instanceof JoinTimedOutError) throw rpcErrors.selectVoiceChannelTimedOut();
    if (error instanceof TooManySelectionsError) throw rpcErrors.tooManySelections(error.most);
    if (error instanceof VoiceEntryError) throw ENTRY_REFUSALS[error.reason](channelId);
    throw error;
  }
}
