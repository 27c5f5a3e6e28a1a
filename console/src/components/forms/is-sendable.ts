import { uploadBytesMax } from '@tollgate/contract/uploads';

/** Whether a file is chosen and within the size limit. */
export function isSendable(file: File | null): file is File {
  return file !== null && file.size <= uploadBytesMax;
}
