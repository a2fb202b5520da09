/** Tells devices apart that are alike in all that identifies them: of those only their order is known. */
export class DistinctIdentities {
  readonly #seen = new Map<string, number>();

  /** The identity for the first that has it, `identity/2` for the second, and so on. */
  of(identity: string): string {
    const count = (this.#seen.get(identity) ?? 0) + 1;
    this.#seen.set(identity, count);
    return count === 1 ? identity : `${identity}/${count}`;
  }
}
