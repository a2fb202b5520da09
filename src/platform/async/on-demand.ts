/** Something that is made when it is first needed. If that fails, the next call makes it again. */
export class OnDemand<T> {
  #made: Promise<T> | null = null;

  constructor(private readonly make: () => Promise<T>) {}

  /** @throws what making it throws */
  get(): Promise<T> {
    this.#made ??= this.make().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  /** What was made or is being made; null if nothing was needed, or if that failed. */
  async ifMade(): Promise<T | null> {
    return this.#made?.catch(() => null) ?? null;
  }
}
