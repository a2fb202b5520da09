/** The subject of the bus to which a node responds. */
export function nodeSubject(node: string): string {
  return `node.${node}`;
}
