/** Loads a module of the console page, which is plain JavaScript. @param path in `src/control/page/` */
export function pageModule(path: string): Promise<unknown> {
  return import(import.meta.resolve(`#guildhall/control/page/${path}`));
}
