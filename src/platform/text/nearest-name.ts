/**
 * The name that was probably meant by one that does not exist.
 *
 * @returns null if none is near: more than a third of its characters would have to be changed
 */
export function findNearestName(name: string, known: Iterable<string>): string | null {
  let nearest: string | null = null;
  let least = Math.floor(name.length / 3);
  for (const each of known) {
    const edits = countEdits(name, each);
    if (edits > least || (edits === least && nearest !== null)) continue;
    nearest = each;
    least = edits;
  }
  return nearest;
}

/** How many characters have to be inserted, removed or replaced (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (to[column] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
