import 'eris';

/** What the types of the npm client `eris` 0.13.4 leave out of its documented interface. */
declare module 'eris' {
  interface Client {
    readonly ready: boolean;
    readonly requestHandler: {
      request(method: string, url: string, auth: boolean, body?: object): Promise<unknown>;
    };
  }
}
