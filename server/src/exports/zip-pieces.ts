import type { ZipFile } from 'yazl';

/** A zip in chunks. Ends with an error if the zip does, and is created no faster than it is read. */
export async function* piecesOf(zip: ZipFile): AsyncGenerator<Buffer> {
  const fault = Promise.withResolvers<never>();
  fault.promise.catch(() => undefined);
  zip.on('error', fault.reject);
  const pieces = zip.outputStream[Symbol.asyncIterator]();
  for (;;) {
    const read = await Promise.race([pieces.next(), fault.promise]);
    if (read.done === true) return;
    yield typeof read.value === 'string' ? Buffer.from(read.value) : read.value;
  }
}
