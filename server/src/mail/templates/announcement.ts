import { button, facts, paragraph, type Block, type MailContext, type MailWriter } from '../mail-content.ts';
import { showMoment } from '../shown-values.ts';
import type { MailParams } from '../../domain/people/outgoing-mail.ts';

type Params = MailParams['announcement'];

/** Paragraphs as on the announcements page: an empty line starts a paragraph, `- ` a list item. */
function textBlocks(text: string): readonly Block[] {
  const paragraphs = text
    .replaceAll('\r', '')
    .split(/\n\s*\n/)
    .map((part) => part.trim());
  return paragraphs.filter((part) => part !== '').map((part) => paragraph(part.replaceAll(/^- /gm, '· ')));
}

function windowOf(params: Params, context: MailContext, names: readonly [from: string, until: string]): readonly Block[] {
  if (params.from === '' || params.until === '') return [];
  return [facts([names[0], showMoment(params.from, context)], [names[1], showMoment(params.until, context)])];
}

export const announcement: MailWriter<'announcement'> = {
  zh: (params, context) => ({
    subject: params.title,
    blocks: [
      ...windowOf(params, context, ['维护开始', '维护结束']),
      ...textBlocks(params.text),
      button('在控制台查看', params.url),
    ],
    why: '你是本服务的用户，因此收到此公告。',
    unsubscribe: { label: '退订公告邮件', url: params.unsubscribe },
  }),
  en: (params, context) => ({
    subject: params.title,
    blocks: [
      ...windowOf(params, context, ['Maintenance starts', 'Maintenance ends']),
      ...textBlocks(params.text),
      button('View in the console', params.url),
    ],
    why: 'You receive announcements because you have an account here.',
    unsubscribe: { label: 'Unsubscribe from announcements', url: params.unsubscribe },
  }),
};
