/** Who calls an operation: the command line, or the console page. */
export type Caller = 'cli' | 'page';
