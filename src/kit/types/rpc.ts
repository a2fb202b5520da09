// Generated from the declarations of RPC commands and events by `npm run docs`.

import type { Application, Attachment } from './rest.js';

export type { Application, Attachment };

/** A microphone or speaker that can be selected. */
export interface AvailableDevice {
  id: string;
  name: string;
}

/** A device that its vendor reports. */
export interface CertifiedDevice {
  type: 'audioinput' | 'audiooutput' | 'videoinput';
  /** 1 to 256 characters */
  id: string;
  vendor: { name: string; url: string };
  model: { name: string; url: string };
  /** at most 64 items */
  related: string[];
  echo_cancellation?: boolean;
  noise_suppression?: boolean;
  automatic_gain_control?: boolean;
  hardware_mute?: boolean;
}

/** A channel that the person may view. */
export interface Channel extends PartialChannel {
  guild_id: string | null;
  topic?: string;
  bitrate?: number;
  user_limit?: number;
  position: number;
  voice_states?: VoiceState[];
  messages?: Message[];
}

/** A part of the content of a message. */
export interface ContentElement {
  content: string;
  type: string;
  id?: string;
  name?: string;
  animated?: boolean;
  url?: string;
  code?: string;
  language?: string;
  children?: unknown[];
}

/** A guild with its members. */
export interface Guild {
  id: string;
  name: string;
  icon_url: string | null;
  members: { user: User; status: string; activity: unknown | null }[];
}

/** A message in a text channel. */
export interface Message {
  id: string;
  blocked: boolean;
  content: string;
  content_parsed: ContentElement[];
  author_color: string;
  edited_timestamp: string | null;
  timestamp: string;
  tts: boolean;
  mentions: User[];
  mention_roles: string[];
  mention_everyone: boolean;
  embeds: unknown[];
  attachments: Attachment[];
  type: number;
  pinned: boolean;
  author: User;
}

/** The volume of a user in each ear. */
export interface Pan {
  /** 0 to 1 */
  left: number;
  /** 0 to 1 */
  right: number;
}

/** A channel in a list. */
export interface PartialChannel {
  id: string;
  name: string;
  type: number;
}

/** A guild in a list. */
export interface PartialGuild {
  id: string;
  name: string;
}

/** A key or button of a shortcut. */
export interface ShortcutKey {
  type: 0 | 1 | 2 | 3;
  /** at least 0 */
  code: number;
  name: string;
}

/** The public fields of a user. */
export interface User {
  id: string;
  username: string;
  discriminator: string;
  avatar: string | null;
  bot?: boolean;
}

/** The connection for voice; pings in ms. */
export interface VoiceConnection {
  state: 'DISCONNECTED' | 'AWAITING_ENDPOINT' | 'AUTHENTICATING' | 'CONNECTING' | 'CONNECTED' | 'VOICE_DISCONNECTED' | 'VOICE_CONNECTING' | 'VOICE_CONNECTED' | 'NO_ROUTE' | 'ICE_CHECKING';
  hostname: string;
  /** at most 20 items */
  pings: number[];
  average_ping: number;
  last_ping: number;
}

/** When sound is sent: threshold in dB, delay in ms. */
export interface VoiceMode {
  type: 'PUSH_TO_TALK' | 'VOICE_ACTIVITY';
  auto_threshold: boolean;
  /** -100 to 0 */
  threshold: number;
  /** at most 64 items */
  shortcut: ShortcutKey[];
  /** 0 to 2000 */
  delay: number;
}

/** Voice settings; volumes in percent. */
export interface VoiceSettings {
  input: {
    device_id: string;
    /** 0 to 100 */
    volume: number;
    available_devices: AvailableDevice[];
  };
  output: {
    device_id: string;
    /** 0 to 200 */
    volume: number;
    available_devices: AvailableDevice[];
  };
  mode: VoiceMode;
  automatic_gain_control: boolean;
  echo_cancellation: boolean;
  noise_suppression: boolean;
  qos: boolean;
  silence_warning: boolean;
  deaf: boolean;
  mute: boolean;
}

/** A user in a voice channel. */
export interface VoiceState {
  voice_state: {
    mute: boolean;
    deaf: boolean;
    self_mute: boolean;
    self_deaf: boolean;
    suppress: boolean;
  };
  user: User;
  nick: string;
  volume: number;
  mute: boolean;
  pan: Pan;
}

/** The arguments of each command, and the data of its reply. */
export interface RpcCommands {
  /**
   * Asks the person to authorize the application and returns an authorization code.
   *
   * A one-time `rpc_token` stands for the person's consent; it never grants `messages.read`. If nobody is signed in, `username` names the guest account that is created when the person agrees. What the person allows once ends with this connection. After repeated denials or disconnects they are not asked for a while, and 5000 says for how long.
   *
   * Errors: 4007 INVALID_CLIENT_ID, 5000 OAUTH2_ERROR.
   */
  AUTHORIZE: {
    args: {
      /** at most 64 items */
      scopes: string[];
      client_id: string;
      /** at most 512 characters */
      rpc_token?: string | null;
      username?: string | null;
    };
    data: { code: string };
  };
  /**
   * Lets the connection act for the person, within the scopes of an access token.
   *
   * Errors: 4009 INVALID_TOKEN.
   */
  AUTHENTICATE: {
    args: {
      /** at most 512 characters */
      access_token: string;
    };
    data: { application: Application; expires: string; user: User; scopes: string[] };
  };
  /**
   * Returns the guilds that the person is in.
   *
   * Scopes: rpc.
   */
  GET_GUILDS: {
    args: Record<string, unknown>;
    data: { guilds: PartialGuild[] };
  };
  /**
   * Returns one guild with its members.
   *
   * With a `timeout` it waits for a guild that has not arrived yet.
   *
   * Scopes: rpc. Errors: 4003 INVALID_GUILD, 5002 GET_GUILD_TIMED_OUT.
   */
  GET_GUILD: {
    args: {
      guild_id: string;
      /** 0 to 60 */
      timeout?: number | null;
    };
    data: Guild;
  };
  /**
   * Returns one channel that the person may view.
   *
   * A text channel has its last 50 messages, oldest first, if the application may read messages; a voice channel has the users who are in it.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  GET_CHANNEL: {
    args: { channel_id: string };
    data: Channel;
  };
  /**
   * Returns the channels of a guild that the person may view, in the order of its channel list.
   *
   * Scopes: rpc. Errors: 4003 INVALID_GUILD.
   */
  GET_CHANNELS: {
    args: { guild_id: string };
    data: { channels: PartialChannel[] };
  };
  /**
   * Changes the volume, balance and mute of one user for the person.
   *
   * Locks the voice settings to this application until it disconnects.
   *
   * Scopes: rpc. Errors: 4010 INVALID_USER, 4006 INVALID_PERMISSIONS.
   */
  SET_USER_VOICE_SETTINGS: {
    args: {
      user_id: string;
      pan?: Pan;
      /** 0 to 200 */
      volume?: number;
      mute?: boolean;
    };
    data: {
      user_id: string;
      pan: Pan;
      /** 0 to 200 */
      volume: number;
      mute: boolean;
    };
  };
  /**
   * Joins a voice channel, or leaves the current one if `channel_id` is null.
   *
   * A person who is in another channel, or is joining it, is moved only with `force`, which an application may send once the person has agreed. 4006 also means that the person may not connect to the channel, or that it is full (see Voice channels).
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL, 4006 INVALID_PERMISSIONS, 5001 SELECT_CHANNEL_TIMED_OUT, 5003 SELECT_VOICE_FORCE_REQUIRED.
   */
  SELECT_VOICE_CHANNEL: {
    args: {
      channel_id: string | null;
      /** 0 to 60 */
      timeout?: number | null;
      force?: boolean | null;
    };
    data: Channel | null;
  };
  /**
   * Returns the voice channel that the person is in, or null.
   *
   * Scopes: rpc.
   */
  GET_SELECTED_VOICE_CHANNEL: {
    args: Record<string, unknown>;
    data: Channel | null;
  };
  /**
   * Shows a text channel in the client, or none if `channel_id` is null.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL, 5001 SELECT_CHANNEL_TIMED_OUT.
   */
  SELECT_TEXT_CHANNEL: {
    args: {
      channel_id: string | null;
      /** 0 to 60 */
      timeout?: number | null;
    };
    data: Channel | null;
  };
  /**
   * Returns the person's voice settings and the audio devices of the machine.
   *
   * Certified devices that are plugged in take over: the first one is the `device_id` of its direction unless one was chosen. What the current input does itself (`echo_cancellation`, `noise_suppression`, `automatic_gain_control`) reads false, and `mute` reads true while its `hardware_mute` is true. An input whose report has `hardware_mute` is also muted and unmuted by its own button. All of this ends when the device is gone.
   *
   * Scopes: rpc.
   */
  GET_VOICE_SETTINGS: {
    args: Record<string, unknown>;
    data: VoiceSettings;
  };
  /**
   * Changes the voice settings that are passed, and returns all of them.
   *
   * Locks the voice settings to this application until it disconnects. A `shortcut` that is not the person's own is watched only if the application may record keys: they are asked in the background (see Key capture).
   *
   * Scopes: rpc. Errors: 4006 INVALID_PERMISSIONS.
   */
  SET_VOICE_SETTINGS: {
    args: {
      input?: {
        device_id?: string;
        /** 0 to 100 */
        volume?: number;
      };
      output?: {
        device_id?: string;
        /** 0 to 200 */
        volume?: number;
      };
      mode?: {
        type?: 'PUSH_TO_TALK' | 'VOICE_ACTIVITY';
        auto_threshold?: boolean;
        /** -100 to 0 */
        threshold?: number;
        /** at most 64 items */
        shortcut?: ShortcutKey[];
        /** 0 to 2000 */
        delay?: number;
      };
      automatic_gain_control?: boolean;
      echo_cancellation?: boolean;
      noise_suppression?: boolean;
      qos?: boolean;
      silence_warning?: boolean;
      deaf?: boolean;
      mute?: boolean;
    };
    data: VoiceSettings;
  };
  /**
   * Subscribes the connection to an event with the given arguments.
   *
   * Scopes: rpc. Errors: 4004 INVALID_EVENT, 4003 INVALID_GUILD, 4005 INVALID_CHANNEL.
   */
  SUBSCRIBE: {
    args: unknown;
    data: { evt: string };
  };
  /**
   * Cancels the subscription to an event with the same arguments.
   *
   * A subscription that does not exist is not an error.
   *
   * Scopes: rpc. Errors: 4004 INVALID_EVENT.
   */
  UNSUBSCRIBE: {
    args: unknown;
    data: { evt: string };
  };
  /**
   * Records a key combination.
   *
   * START needs the person's permission to record keys in addition to the scope: it waits while they are asked, and is refused with 5000 if they deny it. From then on every key press is sent with CAPTURE_SHORTCUT_CHANGE. START is answered with the first combination once it is released or the capture ends, STOP with null. A capture ends with STOP, the connection, its authorization, or after `capture_limit` seconds. STOP on the connection that sent START needs no scope.
   *
   * Scopes: rpc. Errors: 5004 CAPTURE_SHORTCUT_ALREADY_LISTENING, 5000 OAUTH2_ERROR.
   */
  CAPTURE_SHORTCUT: {
    args: { action: 'START' | 'STOP' };
    data: { shortcut: ShortcutKey[] } | null;
  };
  /**
   * Replaces the certified devices that this application reported before.
   *
   * A report ends with its connection. With `POST /rpc` a vendor's tool reports without a connection: that report lasts until the next one or for `rpc_max_device_report_seconds`, and is refused unless the application is approved or the person is one of its testers. While a reported device is plugged in it takes over voice settings (see GET_VOICE_SETTINGS); a report without a connection does so only for an approved application.
   *
   * Scopes: rpc. Errors: 4006 INVALID_PERMISSIONS.
   */
  SET_CERTIFIED_DEVICES: {
    args: {
      /** at most 128 items */
      devices: CertifiedDevice[];
    };
    data: null;
  };
  /**
   * Shows an activity of the person to others, until the connection ends.
   *
   * Without an `activity`, or with null, it ends. The reply has it as it was taken (see Activities). `pid` is that of the game; the person sees the process at the other end of the connection instead.
   */
  SET_ACTIVITY: {
    args: {
      /** at least 0 */
      pid: number;
      activity?: {
        /** at most 128 characters */
        name?: string | null;
        type?: 0 | 2 | 3 | 5 | null;
        /** at most 128 characters */
        state?: string | null;
        /** at most 256 characters */
        state_url?: string | null;
        /** at most 128 characters */
        details?: string | null;
        /** at most 256 characters */
        details_url?: string | null;
        timestamps?: {
          /** 0 to 9007199254740991 */
          start?: number | null;
          /** 0 to 9007199254740991 */
          end?: number | null;
        } | null;
        assets?: {
          /** at most 313 characters */
          large_image?: string | null;
          /** at most 128 characters */
          large_text?: string | null;
          /** at most 256 characters */
          large_url?: string | null;
          /** at most 313 characters */
          small_image?: string | null;
          /** at most 128 characters */
          small_text?: string | null;
          /** at most 256 characters */
          small_url?: string | null;
          /** at most 313 characters */
          invite_cover_image?: string | null;
        } | null;
        party?: {
          /** at most 128 characters */
          id?: string | null;
          /** 2 to 2 items */
          size?: number[] | null;
          /** 0 to 1 */
          privacy?: number | null;
        } | null;
        secrets?: {
          /** at most 128 characters */
          join?: string | null;
          /** at most 128 characters */
          spectate?: string | null;
          /** at most 128 characters */
          match?: string | null;
        } | null;
        /** at most 2 items */
        buttons?: {
          /** 1 to 32 characters */
          label: string;
          /** 1 to 512 characters */
          url: string;
        }[] | null;
        instance?: boolean | null;
        /** 0 to 2 */
        status_display_type?: number | null;
        /** at most 10 items */
        supported_platforms?: string[] | null;
      } | null;
    };
    data: {
      /** at most 128 characters */
      name: string;
      type?: number;
      /** at most 512 characters */
      url?: string | null;
      application_id: string;
      /** at most 128 characters */
      details?: string;
      /** at most 256 characters */
      details_url?: string;
      /** at most 128 characters */
      state?: string;
      /** at most 256 characters */
      state_url?: string;
      timestamps?: { start?: number; end?: number };
      assets?: {
        /** at most 313 characters */
        large_image?: string;
        /** at most 128 characters */
        large_text?: string;
        /** at most 256 characters */
        large_url?: string;
        /** at most 313 characters */
        small_image?: string;
        /** at most 128 characters */
        small_text?: string;
        /** at most 256 characters */
        small_url?: string;
        /** at most 313 characters */
        invite_cover_image?: string;
      };
      party?: {
        /** at most 128 characters */
        id?: string;
        /** 2 to 2 items */
        size?: number[];
      };
      /** at most 2 items */
      buttons?: string[];
      instance?: boolean;
      /** 0 to 2147483647 */
      flags?: number;
      /** 0 to 2 */
      status_display_type?: number;
      /** at most 10 items */
      supported_platforms?: string[];
      secrets?: { join?: string; spectate?: string; match?: string };
      metadata?: { button_urls: string[] };
    } | null;
  };
  /** Returns the person; null for any other user. */
  GET_USER: {
    args: { id?: string | null };
    data: {
      id: string;
      username: string;
      discriminator: string;
      global_name: string | null;
      avatar: string | null;
      avatar_decoration_data: null;
      bot: boolean;
      flags: number;
      premium_type: number;
    } | null;
  };
  /**
   * Lets somebody join the game who asked to.
   *
   * They receive the join secret of the activity of this connection. 4010: nobody with this id asks to join the game of this connection (see Joining).
   *
   * Errors: 4010 INVALID_USER.
   */
  SEND_ACTIVITY_JOIN_INVITE: {
    args: { user_id: string; pid?: number | null };
    data: null;
  };
  /** Declines the request of somebody to join. */
  CLOSE_ACTIVITY_JOIN_REQUEST: {
    args: { user_id: string; pid?: number | null };
    data: null;
  };
  /** The same by another name. */
  CLOSE_ACTIVITY_REQUEST: {
    args: { user_id: string; pid?: number | null };
    data: null;
  };
}

/** The arguments of SUBSCRIBE for each event, and the data that is sent. */
export interface RpcEvents {
  /**
   * The subscribed guild or the number of its online members changed.
   *
   * Scopes: rpc. Errors: 4003 INVALID_GUILD.
   */
  GUILD_STATUS: {
    args: { guild_id: string };
    data: { guild: { id: string; name: string; icon_url: string | null }; online: number };
  };
  /**
   * The person created or joined a guild.
   *
   * Scopes: rpc.
   */
  GUILD_CREATE: {
    args: Record<string, unknown>;
    data: PartialGuild;
  };
  /**
   * A channel that the person may view was created or came into view.
   *
   * Scopes: rpc.
   */
  CHANNEL_CREATE: {
    args: Record<string, unknown>;
    data: PartialChannel;
  };
  /**
   * The person joined a voice channel or left the one they were in.
   *
   * `channel_id` is null when they left.
   *
   * Scopes: rpc.
   */
  VOICE_CHANNEL_SELECT: {
    args: Record<string, unknown>;
    data: { channel_id: string | null; guild_id: string | null };
  };
  /**
   * A user joined the subscribed voice channel.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  VOICE_STATE_CREATE: {
    args: { channel_id: string };
    data: VoiceState;
  };
  /**
   * The voice state of a user in the subscribed voice channel changed.
   *
   * It is also sent when the nick or the account of the user changes, and when the person changes how they hear them.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  VOICE_STATE_UPDATE: {
    args: { channel_id: string };
    data: VoiceState;
  };
  /**
   * A user left the subscribed voice channel.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  VOICE_STATE_DELETE: {
    args: { channel_id: string };
    data: VoiceState;
  };
  /**
   * The voice settings changed.
   *
   * Any client may have changed them, or a device was plugged in, unplugged or certified.
   *
   * Scopes: rpc.
   */
  VOICE_SETTINGS_UPDATE: {
    args: Record<string, unknown>;
    data: VoiceSettings;
  };
  /**
   * The voice connection reports its state and latency.
   *
   * Scopes: rpc.
   */
  VOICE_CONNECTION_STATUS: {
    args: Record<string, unknown>;
    data: VoiceConnection;
  };
  /**
   * A user in the subscribed voice channel started speaking.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  SPEAKING_START: {
    args: { channel_id: string };
    data: { user_id: string };
  };
  /**
   * A user in the subscribed voice channel stopped speaking.
   *
   * Scopes: rpc. Errors: 4005 INVALID_CHANNEL.
   */
  SPEAKING_STOP: {
    args: { channel_id: string };
    data: { user_id: string };
  };
  /**
   * A message was posted in the subscribed text channel.
   *
   * Scopes: rpc, messages.read. Errors: 4005 INVALID_CHANNEL.
   */
  MESSAGE_CREATE: {
    args: { channel_id: string };
    data: { channel_id: string; message: Message };
  };
  /**
   * A message was changed in the subscribed text channel.
   *
   * Scopes: rpc, messages.read. Errors: 4005 INVALID_CHANNEL.
   */
  MESSAGE_UPDATE: {
    args: { channel_id: string };
    data: { channel_id: string; message: Message };
  };
  /**
   * A message was deleted in the subscribed text channel.
   *
   * Only the id of the message is left.
   *
   * Scopes: rpc, messages.read. Errors: 4005 INVALID_CHANNEL.
   */
  MESSAGE_DELETE: {
    args: { channel_id: string };
    data: { channel_id: string; message: { id: string } };
  };
  /**
   * A message mentions the person or came in a channel that they are not looking at.
   *
   * The latter applies to private channels and to channels of guilds that notify of all messages.
   *
   * Scopes: rpc, rpc.notifications.read.
   */
  NOTIFICATION_CREATE: {
    args: Record<string, unknown>;
    data: {
      channel_id: string;
      message: Message;
      icon_url: string;
      title: string;
      body: string;
    };
  };
  /**
   * A key went down during a capture.
   *
   * The connection that captures receives it without a subscription until it unsubscribes. Other subscribed connections of the application receive it if they may record keys for the same person (see Key capture).
   *
   * Scopes: rpc.
   */
  CAPTURE_SHORTCUT_CHANGE: {
    args: Record<string, unknown>;
    data: { shortcut: ShortcutKey[] };
  };
  /** Another person signed in, or the person's name or avatar changed. */
  CURRENT_USER_UPDATE: {
    args: Record<string, unknown>;
    data: {
      id: string;
      username: string;
      discriminator: string;
      global_name: string | null;
      avatar: string | null;
      avatar_decoration_data: null;
      bot: boolean;
      flags: number;
      premium_type: number;
    };
  };
  /**
   * The person joins the game of somebody else, who has accepted.
   *
   * Sent to one connection of the application: the last one that subscribed (see Joining).
   */
  ACTIVITY_JOIN: {
    args: Record<string, unknown>;
    data: { secret: string };
  };
  /**
   * The person watches the game of somebody else, who has accepted.
   *
   * Sent to one connection, as ACTIVITY_JOIN.
   */
  ACTIVITY_SPECTATE: {
    args: Record<string, unknown>;
    data: { secret: string };
  };
  /**
   * Somebody asks to join the game.
   *
   * Sent to the connection whose activity can be joined. `type` is 5.
   */
  ACTIVITY_JOIN_REQUEST: {
    args: Record<string, unknown>;
    data: {
      user: {
        id: string;
        username: string;
        discriminator: string;
        global_name: string | null;
        avatar: string | null;
        avatar_decoration_data: null;
        bot: boolean;
        flags: number;
        premium_type: number;
      };
      activity: {
        /** at most 128 characters */
        name: string;
        type?: number;
        /** at most 512 characters */
        url?: string | null;
        application_id?: string;
        /** at most 128 characters */
        details?: string;
        /** at most 256 characters */
        details_url?: string;
        /** at most 128 characters */
        state?: string;
        /** at most 256 characters */
        state_url?: string;
        timestamps?: { start?: number; end?: number };
        assets?: {
          /** at most 313 characters */
          large_image?: string;
          /** at most 128 characters */
          large_text?: string;
          /** at most 256 characters */
          large_url?: string;
          /** at most 313 characters */
          small_image?: string;
          /** at most 128 characters */
          small_text?: string;
          /** at most 256 characters */
          small_url?: string;
          /** at most 313 characters */
          invite_cover_image?: string;
        };
        party?: {
          /** at most 128 characters */
          id?: string;
          /** 2 to 2 items */
          size?: number[];
        };
        /** at most 2 items */
        buttons?: string[];
        instance?: boolean;
        /** 0 to 2147483647 */
        flags?: number;
        /** 0 to 2 */
        status_display_type?: number;
        /** at most 10 items */
        supported_platforms?: string[];
      } | null;
      type: number;
      channel_id: null;
      message_id: null;
    };
  };
  /**
   * Somebody invites the person into their game.
   *
   * The person takes the invite in the console, then ACTIVITY_JOIN is sent. `type` is 1.
   */
  ACTIVITY_INVITE: {
    args: Record<string, unknown>;
    data: {
      user: {
        id: string;
        username: string;
        discriminator: string;
        global_name: string | null;
        avatar: string | null;
        avatar_decoration_data: null;
        bot: boolean;
        flags: number;
        premium_type: number;
      };
      activity: {
        /** at most 128 characters */
        name: string;
        type?: number;
        /** at most 512 characters */
        url?: string | null;
        application_id?: string;
        /** at most 128 characters */
        details?: string;
        /** at most 256 characters */
        details_url?: string;
        /** at most 128 characters */
        state?: string;
        /** at most 256 characters */
        state_url?: string;
        timestamps?: { start?: number; end?: number };
        assets?: {
          /** at most 313 characters */
          large_image?: string;
          /** at most 128 characters */
          large_text?: string;
          /** at most 256 characters */
          large_url?: string;
          /** at most 313 characters */
          small_image?: string;
          /** at most 128 characters */
          small_text?: string;
          /** at most 256 characters */
          small_url?: string;
          /** at most 313 characters */
          invite_cover_image?: string;
        };
        party?: {
          /** at most 128 characters */
          id?: string;
          /** 2 to 2 items */
          size?: number[];
        };
        /** at most 2 items */
        buttons?: string[];
        instance?: boolean;
        /** 0 to 2147483647 */
        flags?: number;
        /** 0 to 2 */
        status_display_type?: number;
        /** at most 10 items */
        supported_platforms?: string[];
      } | null;
      type: number;
      channel_id: null;
      message_id: null;
    };
  };
}

/** The codes of errors. */
export interface RpcErrors {
  UNKNOWN_ERROR: 1000;
  INVALID_PAYLOAD: 4000;
  INVALID_COMMAND: 4002;
  INVALID_GUILD: 4003;
  INVALID_EVENT: 4004;
  INVALID_CHANNEL: 4005;
  INVALID_PERMISSIONS: 4006;
  INVALID_CLIENT_ID: 4007;
  INVALID_ORIGIN: 4008;
  INVALID_TOKEN: 4009;
  INVALID_USER: 4010;
  OAUTH2_ERROR: 5000;
  SELECT_CHANNEL_TIMED_OUT: 5001;
  GET_GUILD_TIMED_OUT: 5002;
  SELECT_VOICE_FORCE_REQUIRED: 5003;
  CAPTURE_SHORTCUT_ALREADY_LISTENING: 5004;
}

export type RpcCommandName = keyof RpcCommands;

export type RpcEventName = keyof RpcEvents;

export type RpcErrorName = keyof RpcErrors;

export type RpcErrorCode = RpcErrors[RpcErrorName];
