import { checkedFetch } from './send.ts';

interface Upload {
  readonly mediaType: string;
  readonly method?: 'PUT' | 'POST';
}

/** Sends a file as it is; what it is the server tells by its bytes. @throws {ApiError} */
export async function uploadFile(path: string, file: File, { mediaType, method = 'PUT' }: Upload): Promise<void> {
  await checkedFetch(path, { method, body: file, headers: { accept: 'application/json', 'content-type': mediaType } });
}
