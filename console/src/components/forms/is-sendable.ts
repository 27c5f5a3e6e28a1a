import { uploadBytesMax } from '@tollgate/contract/uploads';

/** Whether a file that was chosen is worth sending. */
export function isSendable(file: File | null): file is File {
  return file !== null && file.size <= uploadBytesMax;
}
