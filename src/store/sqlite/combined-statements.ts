import type { BoundStatement } from './compile-writes.js';
import type { Database } from './database.js';

/** The most statements that are combined; longer batches are rare, and seldom alike. */
const STATEMENT_LIMIT = 8;
/** The maximum number of cached combinations; a service has a few dozen. */
const COMBINATION_LIMIT = 200;

/**
 * Runs several statements as one, which is a transaction of its own: an INSERT into a temporary view, whose trigger
 * runs them with the columns of the inserted row. Each call of sqlite3 is a task for another thread and costs as much
 * as writing ten rows; a batch would otherwise need one for each table, and two for BEGIN and COMMIT. View and trigger
 * belong to the writer's connection and are in no file. SQL text with values in it would need no trigger, but lets values
 * become SQL; one trigger for all tables opens all of them for each batch, which costs as much as two calls.
 */
export class CombinedStatements {
  /** the INSERT of each combination, by the numbers of its statements */
  readonly #combinations = new Map<string, Promise<string>>();
  /** of each statement, by its text: the texts of a whole combination would be long keys */
  readonly #numbers = new Map<string, number>();
  #created = 0;

  constructor(private readonly database: Database) {}

  /** Whether these statements can be combined. */
  accepts(statements: readonly BoundStatement[]): boolean {
    if (statements.length > STATEMENT_LIMIT) return false;
    return this.#combinations.size < COMBINATION_LIMIT || this.#combinations.has(this.#keyOf(statements));
  }

  /**
   * Runs statements that are accepted: all of them, or none.
   *
   * @throws {StoreError} SQLITE_CONSTRAINT also if one of them raises it
   */
  async run(statements: readonly BoundStatement[]): Promise<void> {
    const [first] = statements;
    if (first === undefined) return;
    const sql = statements.length === 1 ? first.sql : await this.#combine(statements);
    await this.database.run(sql, ...statements.flatMap(({ values }) => values));
  }

  #combine(statements: readonly BoundStatement[]): Promise<string> {
    const key = this.#keyOf(statements);
    const known = this.#combinations.get(key);
    if (known !== undefined) return known;
    const combined = this.#create(`batch_${this.#created++}`, statements);
    this.#combinations.set(key, combined);
    combined.catch(() => this.#combinations.delete(key));
    return combined;
  }

  async #create(name: string, statements: readonly BoundStatement[]): Promise<string> {
    let count = 0;
    const steps = statements.map(({ sql }) => `${sql.replaceAll('?', () => `NEW.value_${count++}`)};`);
    const columns = Array.from({ length: count }, (_, index) => `NULL AS value_${index}`);
    await this.database.exec(`
      CREATE TEMP VIEW ${name} AS SELECT ${columns.join(', ')};
      CREATE TEMP TRIGGER ${name}_steps INSTEAD OF INSERT ON ${name} BEGIN ${steps.join('\n')} END`);
    return `INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`;
  }

  #keyOf(statements: readonly BoundStatement[]): string {
    let key = '';
    for (const { sql } of statements) {
      let number = this.#numbers.get(sql);
      if (number === undefined) {
        number = this.#numbers.size;
        this.#numbers.set(sql, number);
      }
      key += `${number} `;
    }
    return key;
  }
}
