import { z } from 'zod';
import { announcementTextMax, announcementTitleMax } from './announcement-bounds.ts';
import { announcementKinds } from '../enumerations.ts';
import { seenLine, seenLines } from '../seen-text.ts';
import { timeAnswer, timeField } from '../fields.ts';
import { listOf } from '../lists.ts';

function wordsField(what: string, max: number) {
  return z
    .string({ error: `must be ${what} of 1 to ${String(max)} characters` })
    .trim()
    .min(1, { error: 'must not be empty: announcements need both languages' })
    .max(max, { error: `must have at most ${String(max)} characters` });
}

const title = wordsField('a title', announcementTitleMax).check(seenLine);
const text = wordsField('a text', announcementTextMax).check(seenLines);
const titles = z.strictObject({ zh: title, en: title });
const texts = z.strictObject({ zh: text, en: text });

/** Plain text with the same content in both languages; an empty line starts a new paragraph. */
export const bothTitles = titles;
export const bothTexts = texts;

export const announcementRequest = z
  .strictObject({
    kind: z.enum(announcementKinds).meta({ description: '`maintenance` has a time window in which calls are refused.' }),
    title: titles,
    text: texts.meta({
      description: 'Plain text. An empty line starts a paragraph, `- ` starts a list item, and addresses become links.',
    }),
    pinned: z.boolean().optional().meta({ description: 'Whether it is listed first and shown on every page of the console.' }),
    publish_at: timeField.optional().meta({ description: 'Publishing time; now by default.' }),
    mail: z.boolean({ error: 'must be true or false' }).optional().meta({
      description: 'Whether it is also mailed to members once published, except to people who unsubscribed. Needs a mail server.',
    }),
    maintenance: z.strictObject({ from: timeField, until: timeField }).nullish().meta({
      description: 'Calls are refused from `from` to `until` with 503 `maintenance`; running calls complete. At most 7 days.',
    }),
  })
  .meta({
    examples: [
      {
        kind: 'maintenance',
        title: { zh: '数据库升级', en: 'Database upgrade' },
        text: { zh: '升级期间调用会被拒绝，不收费。', en: 'Calls are refused meanwhile, and not charged.' },
        pinned: true,
        maintenance: { from: '2026-12-01T02:00:00+08:00', until: '2026-12-01T03:00:00+08:00' },
      },
    ],
  });
export type AnnouncementRequest = z.output<typeof announcementRequest>;

export const announcementAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(announcementKinds),
    state: z.enum(['scheduled', 'published', 'withdrawn']),
    title: titles,
    text: texts,
    pinned: z.boolean(),
    mail: z.boolean(),
    mailing: z
      .object({
        state: z.enum(['waiting', 'sending', 'sent']).meta({ description: '`sent`: all mails are sent.' }),
        waiting: z.int().meta({ description: 'Mails in the queue; more are created when these are sent.' }),
        sent: z.int(),
        failed: z.int().meta({ description: 'Mails that failed or bounced.' }),
      })
      .nullable()
      .meta({ description: 'Progress of its mails; `null`: not mailed.' }),
    publish_at: timeAnswer,
    withdrawn_at: timeAnswer.nullable(),
    maintenance: z
      .object({
        state: z.enum(['scheduled', 'in_progress', 'completed', 'called_off']),
        from: timeAnswer,
        until: timeAnswer,
        ended_at: timeAnswer.nullable().meta({ description: 'When an operator ended it early; `null`: not ended early.' }),
      })
      .nullable(),
    created_at: timeAnswer,
    updated_at: timeAnswer,
  })
  .meta({ id: 'Announcement' });
export type AnnouncementAnswer = z.output<typeof announcementAnswer>;
export const announcementList = listOf(announcementAnswer);
