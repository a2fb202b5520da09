import type { UserVoiceSettings } from '../../../protocol/rpc/voice-settings.js';
import type { ProcessingSettings } from '../processing/processor.js';

/** How the sound of a voice channel is recorded and played. */
export interface CallSettings {
  readonly input: {
    /** the id of an endpoint; null: the system's default */
    readonly deviceId: string | null;
    /** in percent, 0–100 */
    readonly volume: number;
  };
  readonly output: {
    /** the id of an endpoint; null: the system's default */
    readonly deviceId: string | null;
    /** in percent, 0–200 */
    readonly volume: number;
  };
  readonly mode: CallMode;
  readonly processing: ProcessingSettings;
  /** while true nothing is recorded: the input is closed */
  readonly isMuted: boolean;
  /** while true nothing is played */
  readonly isDeafened: boolean;
  /** of the channel, in bits per second */
  readonly bitrate: number;
  /** by user id; the others have the defaults */
  readonly users: Readonly<Record<string, UserVoiceSettings>>;
}

/** When recorded sound is sent. */
export type CallMode =
  | {
      readonly type: 'VOICE_ACTIVITY';
      /** in dB of full scale; null: follows the noise */
      readonly threshold: number | null;
    }
  | {
      readonly type: 'PUSH_TO_TALK';
      /** how long sound is sent after the key was released, in milliseconds */
      readonly releaseMs: number;
    };

/** A frame of Opus of another user in the channel. */
export interface ReceivedFrame {
  readonly userId: string;
  /** of its packet: 16 bits */
  readonly sequence: number;
  /** of its first sample at 48 kHz: 32 bits */
  readonly timestamp: number;
  readonly opus: Buffer;
}

/** The level of the input in a call, about fifty times a second. */
export interface InputMeter {
  /** after processing, but without what gain control adds, in dB of full scale, from -100 to 0 */
  readonly level: number;
  /** the level above which it is sent; null with push-to-talk */
  readonly threshold: number | null;
  /** whether it is being sent */
  readonly isOpen: boolean;
}

export interface CallListener {
  /** a frame of Opus to send, 20 ms */
  frame(opus: Buffer): void;
  /** the person started or stopped speaking: frames follow, or have ended with five of silence */
  speaking(isSpeaking: boolean): void;
  /** while it is measured */
  meter(meter: InputMeter): void;
  /** the open input has been silent for long, as if switched off, or is no longer */
  silent(isSilent: boolean): void;
  /**
   * Another endpoint is used now: the default if the chosen one is missing.
   *
   * @param deviceId the id of the endpoint; null if none can be opened
   */
  device(direction: 'input' | 'output', deviceId: string | null): void;
}

/** The sound of a voice channel that is recorded and played. */
export interface Call {
  configure(settings: CallSettings): void;
  /** The push-to-talk key is held, or was released. */
  press(isHeld: boolean): void;
  /** Plays a frame after those that arrived before it. */
  play(frame: ReceivedFrame): void;
  /** A user left the channel. */
  forget(userId: string): void;
  /** Whether `meter` is to be called from now on. */
  measure(isWanted: boolean): void;
  /** Ends the call. Nothing is reported afterwards. */
  close(): void;
}
