/** What a problem means for the person. error: something does not work; warning: something optional is missing. */
type Level = 'error' | 'warning';

interface Problem {
  readonly level: Level;
  /** the section of docs/troubleshooting.md about it */
  readonly section: Section;
}

/** The sections of docs/troubleshooting.md that have problems, by symptom, as their anchors. */
type Section =
  | 'the-daemon-does-not-start'
  | 'files-of-the-home-are-readable-by-others'
  | 'the-daemon-ended-or-does-not-answer'
  | 'changes-are-refused-or-have-wrong-times'
  | 'the-service-is-not-connected'
  | 'an-application-cannot-connect'
  | 'keys-and-buttons-are-not-captured'
  | 'nothing-is-heard-in-a-voice-channel'
  | 'requests-do-not-appear';

/** All problems that checks find, by their codes. A code is never used for another problem (docs/troubleshooting.md). */
export const PROBLEMS = {
  check_failed: error('the-daemon-ended-or-does-not-answer'),
  configuration_invalid: error('the-daemon-does-not-start'),
  addon_missing: error('the-daemon-does-not-start'),
  node_too_old: error('the-daemon-does-not-start'),
  home_not_a_folder: error('the-daemon-does-not-start'),
  not_a_home: error('the-daemon-does-not-start'),
  home_not_creatable: error('the-daemon-does-not-start'),
  home_path_too_long: error('the-daemon-does-not-start'),
  home_of_another_user: error('the-daemon-does-not-start'),
  home_read_only: error('the-daemon-does-not-start'),
  home_file_denied: error('the-daemon-does-not-start'),
  home_readable: error('the-daemon-does-not-start'),
  home_not_writable: error('the-daemon-does-not-start'),
  file_readable: warning('files-of-the-home-are-readable-by-others'),
  control_socket_blocked: error('the-daemon-does-not-start'),
  home_in_use: error('the-daemon-does-not-start'),
  port_in_use: error('the-daemon-does-not-start'),
  store_damaged: error('the-daemon-does-not-start'),
  store_newer: error('the-daemon-does-not-start'),
  store_unreadable: error('the-daemon-does-not-start'),
  database_unusable: error('the-daemon-does-not-start'),
  bus_unusable: error('the-daemon-does-not-start'),
  bus_unreachable: warning('the-daemon-does-not-start'),
  bus_open: warning('the-daemon-does-not-start'),
  password_overridden: warning('the-daemon-does-not-start'),
  account_damaged: error('the-daemon-does-not-start'),
  permissions_damaged: error('the-daemon-does-not-start'),
  once_grants_damaged: error('the-daemon-does-not-start'),
  activity_settings_damaged: error('the-daemon-does-not-start'),
  voice_settings_damaged: error('the-daemon-does-not-start'),
  disk_full: error('changes-are-refused-or-have-wrong-times'),
  disk_low: warning('changes-are-refused-or-have-wrong-times'),
  clock_wrong: error('changes-are-refused-or-have-wrong-times'),
  clock_behind: error('changes-are-refused-or-have-wrong-times'),
  clock_differs: warning('changes-are-refused-or-have-wrong-times'),
  daemon_not_answering: error('the-daemon-ended-or-does-not-answer'),
  daemon_not_running: warning('the-daemon-ended-or-does-not-answer'),
  daemon_crashed: warning('the-daemon-ended-or-does-not-answer'),
  service_not_connected: error('the-service-is-not-connected'),
  service_unreachable: error('the-service-is-not-connected'),
  service_wrong: error('the-service-is-not-connected'),
  service_silent: warning('the-service-is-not-connected'),
  not_signed_in: error('the-service-is-not-connected'),
  rpc_ports_in_use: error('an-application-cannot-connect'),
  ipc_unavailable: warning('an-application-cannot-connect'),
  origin_refused: warning('an-application-cannot-connect'),
  application_unknown: warning('an-application-cannot-connect'),
  application_not_approved: warning('an-application-cannot-connect'),
  handshake_refused: warning('an-application-cannot-connect'),
  user_refused: warning('an-application-cannot-connect'),
  rpc_port_unusual: warning('an-application-cannot-connect'),
  display_unreachable: warning('keys-and-buttons-are-not-captured'),
  no_display: warning('keys-and-buttons-are-not-captured'),
  library_missing: warning('keys-and-buttons-are-not-captured'),
  device_unreadable: warning('keys-and-buttons-are-not-captured'),
  driver_failed: error('keys-and-buttons-are-not-captured'),
  driver_unavailable: warning('keys-and-buttons-are-not-captured'),
  no_sound_server: warning('nothing-is-heard-in-a-voice-channel'),
  no_sound_devices: warning('nothing-is-heard-in-a-voice-channel'),
  no_microphone: warning('nothing-is-heard-in-a-voice-channel'),
  no_speakers: warning('nothing-is-heard-in-a-voice-channel'),
  notifications_unavailable: warning('requests-do-not-appear'),
} as const satisfies Readonly<Record<string, Problem>>;

export type ProblemCode = keyof typeof PROBLEMS;

function error(section: Section): Problem {
  return { level: 'error', section };
}

function warning(section: Section): Problem {
  return { level: 'warning', section };
}
