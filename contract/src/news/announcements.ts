import { z } from 'zod';
import { announcementAnswer } from './operator-announcements.ts';
import { timeAnswer } from '../fields.ts';
import { locales } from '../enumerations.ts';

const publicFields = announcementAnswer.pick({
  id: true,
  kind: true,
  title: true,
  text: true,
  pinned: true,
  publish_at: true,
  maintenance: true,
});

export const publicAnnouncement = publicFields.meta({ id: 'PublicAnnouncement' });
export type PublicAnnouncement = z.output<typeof publicAnnouncement>;
export const publicAnnouncements = z
  .object({
    data: z.array(publicAnnouncement).meta({ description: 'Pinned ones first, then newest first; long texts are shortened.' }),
    running: z
      .object({ id: z.string(), until: timeAnswer })
      .nullable()
      .meta({ description: 'The maintenance in progress, during which calls are refused.' }),
  })
  .meta({ id: 'PublicAnnouncements' });

export const feedQuery = z.object({
  lang: z.enum(locales).optional().meta({ description: 'Language; that of the installation by default.' }),
});
