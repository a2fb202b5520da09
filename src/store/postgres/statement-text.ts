/**
 * A statement of `store/sql` as PostgreSQL reads it: `?` and `?1` are `$1`, and a JSON list is read by another function.
 *
 * @param sql without a question mark or the name of that function in quotes
 */
export function toPostgres(sql: string): string {
  let count = 0;
  const numbered = sql.replaceAll(/\?(\d*)/g, (_, number: string) => `$${number === '' ? ++count : number}`);
  return numbered.replaceAll('json_each(', 'json_array_elements_text(');
}
