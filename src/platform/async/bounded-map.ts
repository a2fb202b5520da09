/** A map with a limit: one entry more drops the one that was added first. Delete a key before setting it to add it again. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  /** @param limit the maximum number of entries */
  constructor(private readonly limit: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    const [first] = this.keys();
    if (this.size > this.limit && first !== undefined) this.delete(first);
    return this;
  }
}
