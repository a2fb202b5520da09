/** What happens to a guild in a random sequence; `at` numbers pick one of what there is. */
export type Operation =
  | { readonly what: 'create role'; readonly permissions: number }
  | { readonly what: 'edit role'; readonly at: number; readonly permissions: number }
  | { readonly what: 'move role'; readonly at: number; readonly to: number }
  | { readonly what: 'delete role'; readonly at: number }
  | { readonly what: 'give role' | 'take role'; readonly who: number; readonly at: number }
  | { readonly what: 'set roles'; readonly who: number; readonly ats: readonly number[] }
  | { readonly what: 'name'; readonly who: number; readonly nick: string | null }
  | { readonly what: 'kick' | 'unban' | 'join' | 'leave'; readonly who: number }
  | { readonly what: 'ban'; readonly who: number; readonly reason: string | null }
  | { readonly what: 'open room'; readonly who: number; readonly at: number };

interface ModelMember {
  nick: string | null;
  roles: Set<string>;
}

/** A guild as the text of the interface tells it: lists and sets, without positions, versions or changes. */
export class GuildModel {
  /** from the lowest to the highest, @everyone first */
  roles: { id: string; permissions: number }[] = [];
  readonly members = new Map<string, ModelMember>();
  readonly bans = new Map<string, string | null>();
  /** who and what each room has overwrites for */
  readonly rooms = new Map<string, Set<string>>();

  /** The role that a number picks; never @everyone. */
  role(at: number): string | undefined {
    return this.roles.length < 2 ? undefined : this.roles[1 + (at % (this.roles.length - 1))]?.id;
  }

  createRole(id: string, permissions: number): void {
    this.roles.splice(1, 0, { id, permissions });
  }

  moveRole(id: string, to: number): void {
    const moved = this.roles.filter((role) => role.id === id);
    this.roles = this.roles.filter((role) => role.id !== id);
    this.roles.splice(Math.max(1, to), 0, ...moved);
  }

  deleteRole(id: string): void {
    this.roles = this.roles.filter((role) => role.id !== id);
    for (const { roles } of this.members.values()) roles.delete(id);
    for (const overwrites of this.rooms.values()) overwrites.delete(id);
  }

  join(user: string): void {
    this.members.set(user, { nick: null, roles: new Set() });
  }

  leave(user: string): void {
    this.members.delete(user);
    for (const overwrites of this.rooms.values()) overwrites.delete(user);
  }

  /** Everything, in an order of its own. */
  shown(): object {
    return {
      roles: this.roles,
      members: sorted(this.members, ({ nick, roles }) => ({ nick, roles: [...roles].sort(compare) })),
      bans: sorted(this.bans, (reason) => reason),
      rooms: sorted(this.rooms, (overwrites) => [...overwrites].sort(compare)),
    };
  }
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sorted<Value, Shown>(map: ReadonlyMap<string, Value>, show: (value: Value) => Shown): object {
  return [...map].sort(([a], [b]) => compare(a, b)).map(([id, value]) => [id, show(value)]);
}
