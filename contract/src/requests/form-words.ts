import { saidOf as text } from '../refusals/field-words.ts';

/** Expected value of each form field, shown when the API rejects the input. */
export const requestsFormWords = {
  contract: {
    contract: text(
      '文件格式不支持、不完整或过大。请上传不超过 5 MB 的 PDF。',
      'This file is not a PDF, is incomplete or is too large. Upload a PDF of at most 5 MB.',
    ),
  },
};
