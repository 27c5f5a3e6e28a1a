import { checkedFetch } from './send.ts';

interface Upload {
  readonly mediaType: string;
  readonly method?: 'PUT' | 'POST';
}

/** Uploads a file unchanged; the server recognizes its type by its bytes. @throws {ApiError} */
export async function uploadFile(url: string, file: File, { mediaType, method = 'PUT' }: Upload): Promise<void> {
  await checkedFetch(url, { method, body: file, headers: { accept: 'application/json', 'content-type': mediaType } });
}

/** Uploads a file unchanged and returns the answer. @throws {ApiError} */
export async function uploadForAnswer<Answer>(url: string, file: File, { mediaType, method = 'PUT' }: Upload): Promise<Answer> {
  const init = { method, body: file, headers: { accept: 'application/json', 'content-type': mediaType } };
  return (await (await checkedFetch(url, init)).json()) as Answer;
}
