/**
 * What all sessions of a user keep of events that only one session receives, such as whole guilds and lists of members.
 * Events of guilds are shared by the sessions that have them.
 */
export class ReplayUse {
  bytes = 0;
  /** how many sessions the user has */
  sessions = 0;
}
