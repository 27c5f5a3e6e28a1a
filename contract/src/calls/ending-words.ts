import type { endings, Locale } from '../enumerations.ts';

/** How a call ended, in words for the log and its files. */
export const endingWords: Readonly<Record<Locale, Readonly<Record<(typeof endings)[number], string>>>> = {
  zh: {
    complete: '完整送达',
    client_left: '客户端提前断开',
    upstream_broke: '上游没有返回完整回答',
    timeout: '回答超时',
    refused: '已拒绝',
    interrupted: '网关中断，结果未知',
  },
  en: {
    complete: 'complete',
    client_left: 'The client disconnected early',
    upstream_broke: 'The upstream returned no complete answer',
    timeout: 'The answer timed out',
    refused: 'refused',
    interrupted: 'The gateway stopped; result unknown',
  },
};
