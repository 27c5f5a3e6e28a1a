import { saidOf as text } from '../refusals/field-words.ts';

/** What belongs into each field of a form, said where the interface has refused it. */
export const requestsFormWords = {
  contract: {
    contract: text(
      '上传完整的 PDF，不超过 5 MB。这个文件是别的格式、缺了一部分，或太大；另存为 PDF 再传。',
      'Upload a whole PDF of at most 5 MB: this file is something else, a part is missing, or it is larger. Save it as PDF and send it again.',
    ),
  },
};
