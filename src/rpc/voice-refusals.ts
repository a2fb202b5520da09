import { rpcErrors } from '../protocol/rpc/errors.js';
import { UnknownDeviceError, VoiceLockedError } from '../voice/errors.js';

/** Runs a change of voice settings; what the voice room refuses becomes the RPC error for it. @throws {RpcError} */
export async function withVoiceRefusals<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof VoiceLockedError) throw rpcErrors.voiceSettingsLocked(error.holder);
    if (error instanceof UnknownDeviceError) {
      throw rpcErrors.invalidPayload(`args.${error.direction}.device_id: ${error.message}`);
    }
    throw error;
  }
}
