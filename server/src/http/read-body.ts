import type { IncomingMessage } from 'node:http';
import { ApiError } from '@tollgate/contract/errors';

/** Accepted media types of a body. */
export type BodyMedia = 'application/json' | 'multipart/form-data';

/** Only uncompressed UTF-8 is accepted: anything else would have to be guessed or decompressed. */
function refuseUnreadable(request: IncomingMessage, expected: BodyMedia): void {
  const { 'content-encoding': coding, 'content-type': type } = request.headers;
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', {
      message: 'The request body must not be compressed. Omit Content-Encoding.',
    });
  }
  const [media = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (media !== expected) {
    throw new ApiError('unsupported_media_type', { message: `Send the request body as "Content-Type: ${expected}".` });
  }
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='));
  if (charsets.some((charset) => !/^charset="?utf-?8"?$/.test(charset))) {
    throw new ApiError('unsupported_media_type', {
      message: 'The request body must be encoded as UTF-8: send "charset=utf-8" or no charset.',
    });
  }
}

export interface ReadBodyOptions {
  readonly media: BodyMedia;
  readonly bytesMax: number;
  /** Called just before the first byte is read: sends `100 Continue` to a waiting client. */
  readonly begin: () => void;
  /** `isLast`: the announced length is reached. Unknown for a body without one. */
  readonly onChunk: (chunk: Buffer, isLast: boolean) => void;
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  return Number.isInteger(mebibytes) ? `${String(mebibytes)} MiB` : `${String(bytes)} bytes`;
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('body_too_large', { message: `The request body is larger than the ${sizeOf(bytesMax)} accepted here.` });
}

function cutOff(cause?: Error): ApiError {
  const message = 'The request body ended before its announced length.';
  return new ApiError('malformed_request', cause === undefined ? { message } : { message, cause });
}

/**
 * Reads a request body and passes each chunk on as it arrives.
 * @throws {ApiError} 413 immediately if the announced length is too large, otherwise at the limit; 415; 400 if the body is cut off.
 */
export function readBody(request: IncomingMessage, { media, bytesMax, begin, onChunk: hear }: ReadBodyOptions): Promise<void> {
  refuseUnreadable(request, media);
  const announcedBytes = Number(request.headers['content-length'] ?? '0');
  if (announcedBytes > bytesMax) throw tooLarge(bytesMax);
  // The client may have left before the body is read, and then no event would ever arrive.
  if (request.destroyed) throw cutOff();
  begin();
  // The request object outlives its body, especially if a refused client keeps sending; the data read must not stay in memory with it.
  let onChunk: ReadBodyOptions['onChunk'] | null = hear;
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const stop = (error: ApiError): void => {
      onChunk = null;
      request.removeAllListeners('data');
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        request.pause();
        stop(tooLarge(bytesMax));
        return;
      }
      try {
        onChunk?.(chunk, bytes === announcedBytes);
      } catch (error) {
        stop(error instanceof ApiError ? error : new ApiError('internal_error', { cause: error }));
      }
    });
    let ended = false;
    request.on('end', () => {
      ended = true;
      onChunk = null;
      resolve();
    });
    request.on('close', () => {
      if (!ended) reject(cutOff());
    });
    request.on('error', (cause) => {
      reject(cutOff(cause));
    });
  });
}
