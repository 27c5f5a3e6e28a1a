import type { Locale } from '@tollgate/contract/enumerations';
import { noticeWords } from '@tollgate/contract/notices/notice-kinds';
import type { MailParams } from '../../domain/people/outgoing-mail.ts';
import { button, facts, paragraph, type MailContent, type MailContext, type MailWriter } from '../mail-content.ts';
import { showMoment, showName, showYuan } from '../shown-values.ts';

const frame = {
  zh: { account: '账号', why: '你是该账号的成员，或该账号使用此邮箱作为联系邮箱。' },
  en: { account: 'Account', why: 'You are a member of this account, or this is its contact address.' },
} as const satisfies Record<Locale, unknown>;

function write(locale: Locale, params: MailParams['notice'], context: MailContext): MailContent {
  const { account, kind, url } = params;
  const words = noticeWords({ kind, params }, locale, {
    money: showYuan,
    moment: (iso) => showMoment(iso, context),
    name: showName,
  });
  if (words === null) throw new TypeError(`this version has no words for messages of kind ${kind}`);
  const { title, detail, action } = words;
  return {
    subject: title,
    blocks: [paragraph(detail), facts([frame[locale].account, showName(account)]), button(action, url)],
    why: frame[locale].why,
  };
}

/** A message to an account as a mail. Its text is defined with its kind. */
export const notice: MailWriter<'notice'> = {
  zh: (params, context) => write('zh', params, context),
  en: (params, context) => write('en', params, context),
};
