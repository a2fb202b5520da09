/**
 * The bytes of events that are kept for one session alone, such as whole guilds and lists of members, of all sessions of a
 * user. Events of guilds are shared by the sessions that have them.
 */
export class ReplayUse {
  bytes = 0;
}
