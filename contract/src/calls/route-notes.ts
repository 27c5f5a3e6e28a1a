import { attemptFault, attemptFaultWords } from './attempt-faults.ts';
import type { Locale } from '../enumerations.ts';
import { storedSentences } from '../stored-sentences.ts';

/** Why a call does not ask a route, or asks it last, as the call log and simulations say it. */
export const routeNotes = storedSentences({
  aside_after: { stored: 'put aside ({fault})', zh: '近期失败，暂停使用：{fault}', en: 'Set aside after failures: {fault}' },
  aside: { stored: 'put aside', zh: '近期失败，暂停使用', en: 'Set aside after failures' },
  maintenance: { stored: 'in maintenance', zh: '维护中', en: 'In maintenance' },
  keys_full: { stored: 'its keys are at their limits', zh: '密钥都已达到限额', en: 'All its keys are at their limits' },
  cannot_receive: { stored: 'cannot receive {fields}', zh: '该线路不支持 {fields}', en: 'Cannot receive {fields}' },
  no_retries: { stored: 'no retries are left', zh: '重试次数已用完', en: 'No retries are left' },
  attempts_max: {
    stored: 'a call makes at most {most} attempts',
    zh: '一次调用最多尝试 {most} 次',
    en: 'A call makes at most {most} attempts',
  },
});

function noteText(note: string, language: Locale): string | null {
  const read = routeNotes.read(note);
  if (read === null) return null;
  const { fault } = read.params;
  const params = fault === undefined ? read.params : { fault: attemptFaultWords(attemptFault(fault), language) };
  return routeNotes.word({ ...read, params }, language);
}

const between = '; ';

/** A note in a language. A route can have two reasons, and words of an upstream in them any signs; an unknown note stays as it is. */
export function routeNoteText(note: string, language: Locale): string {
  const whole = noteText(note, language);
  if (whole !== null) return whole;
  for (let at = note.indexOf(between); at >= 0; at = note.indexOf(between, at + 1)) {
    const both = [note.slice(0, at), note.slice(at + between.length)].map((part) => noteText(part, language));
    if (!both.includes(null)) return both.join(language === 'zh' ? '；' : between);
  }
  return note;
}
