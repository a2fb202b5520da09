import type { Json } from './json.js';
import type { Shape } from './shape.js';

/** Permissions of the guild model that operations ask for, by their public names. */
export const PERMISSIONS = {
  CREATE_INSTANT_INVITE: 0x1,
  KICK_MEMBERS: 0x2,
  BAN_MEMBERS: 0x4,
  MANAGE_CHANNELS: 0x10,
  MANAGE_GUILD: 0x20,
  MUTE_MEMBERS: 0x400000,
  DEAFEN_MEMBERS: 0x800000,
  MOVE_MEMBERS: 0x1000000,
  CHANGE_NICKNAME: 0x4000000,
  MANAGE_NICKNAMES: 0x8000000,
  MANAGE_ROLES: 0x10000000,
} as const;

export type Permission = keyof typeof PERMISSIONS;

/** Ids of a stage by their names, for `{name}` in paths, queries and bodies. */
export type Ids = Readonly<Record<string, string>>;

/** A request with placeholders: `{guild}` is the id of the stage's guild. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

/** One row of the tables of guild operations. */
export interface Operation {
  readonly line: string;
  /** what the caller needs: without it the row expects 403 and no change */
  readonly permission?: Permission;
  /** who calls where no permission is asked for: the guild's owner unless given */
  readonly by?: 'owner' | 'member';
  /** what the owner does before */
  readonly before?: readonly Request[];
  readonly request: Request;
  /** 2xx where the specification does not say which */
  readonly status?: number;
  /** the body of the reply; empty where it is left out */
  readonly reply?: (ids: Ids) => Shape;
  /** the gateway events a second connection sees, and no others */
  readonly fires: readonly string[];
  /** what a member reads afterwards: the path, and what must be there */
  readonly reads?: readonly { readonly path: string; readonly reply: (ids: Ids) => Shape }[];
}

export function fill(text: string, ids: Ids): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

export function fillJson(value: Json, ids: Ids): Json {
  return JSON.parse(fill(JSON.stringify(value), ids)) as Json;
}
