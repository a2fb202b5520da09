/** How many services share a store in tests of the API: GUILDHALL_TEST_NODES, 1 by default. */
export function countNodes(): number {
  return Number(process.env.GUILDHALL_TEST_NODES ?? '1');
}
