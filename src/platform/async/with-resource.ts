/** Something that has to be closed after its use. */
export interface Closable {
  close(): Promise<void>;
}

/** Opens something, uses it, and closes it whatever happens. @returns what the use of it gives */
export async function withResource<Resource extends Closable, Result>(
  opening: Promise<Resource>,
  use: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await opening;
  try {
    return await use(resource);
  } finally {
    await resource.close();
  }
}
