/** Sorts as people sort names, in place. */
export function sortByName<T>(items: T[], nameOf: (item: T) => string): T[] {
  // Much faster than `localeCompare` for large guilds. Not shared: the first one takes milliseconds, which a start need not
  // wait for; each further one takes microseconds.
  const { compare } = new Intl.Collator();
  return items.sort((a, b) => compare(nameOf(a), nameOf(b)));
}
