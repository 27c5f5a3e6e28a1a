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
    .min(1, { error: 'must not be empty: everything is announced in both languages' })
    .max(max, { error: `must have at most ${String(max)} characters` });
}

const title = wordsField('a title', announcementTitleMax).check(seenLine);
const text = wordsField('a text', announcementTextMax).check(seenLines);
const titles = z.strictObject({ zh: title, en: title });
const texts = z.strictObject({ zh: text, en: text });

/** The same in both languages; plain text, in which an empty line begins a paragraph. */
export const bothTitles = titles;
export const bothTexts = texts;

export const announcementRequest = z
  .strictObject({
    kind: z.enum(announcementKinds).meta({ description: '`maintenance` has a window in which calls are refused.' }),
    title: titles,
    text: texts.meta({
      description:
        'Plain text: an empty line begins a paragraph, a line that begins with `- ` is one of a list, addresses become links.',
    }),
    pinned: z.boolean().optional().meta({ description: 'Stands first, and in the console above every page.' }),
    publish_at: timeField.optional().meta({ description: 'When everybody may read it; now if left out.' }),
    mail: z.boolean({ error: 'must be true or false' }).optional().meta({
      description:
        'Whether members of accounts get it by mail, too, once everybody may read it: each address once, in its language, but for those who refused. Needs a mail server.',
    }),
    maintenance: z.strictObject({ from: timeField, until: timeField }).nullish().meta({
      description: 'Calls are refused from `from` to `until`, with 503 `maintenance`; those under way finish. At most 7 days.',
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
        state: z.enum(['waiting', 'sending', 'sent']).meta({ description: '`sent`: no mail of it waits any more.' }),
        waiting: z.int().meta({ description: 'Made, and on their way; the rest is made when these are out.' }),
        sent: z.int(),
        failed: z.int().meta({ description: 'Given up, or refused by the mailbox.' }),
      })
      .nullable()
      .meta({ description: 'How far its mails are; `null`: it goes out by none.' }),
    publish_at: timeAnswer,
    withdrawn_at: timeAnswer.nullable(),
    maintenance: z
      .object({
        state: z.enum(['scheduled', 'in_progress', 'completed', 'called_off']),
        from: timeAnswer,
        until: timeAnswer,
        ended_at: timeAnswer.nullable().meta({ description: 'When an operator ended it; `null`: at its time.' }),
      })
      .nullable(),
    created_at: timeAnswer,
    updated_at: timeAnswer,
  })
  .meta({ id: 'Announcement' });
export type AnnouncementAnswer = z.output<typeof announcementAnswer>;
export const announcementList = listOf(announcementAnswer);
