import type { Readable } from 'node:stream';

/** A multipart body that has not been read yet, so that the caller can be authorized first. */
export class MultipartBody {
  /** @param type the Content-Type header, with the boundary */
  constructor(
    readonly stream: Readable,
    readonly type: string,
  ) {}
}
