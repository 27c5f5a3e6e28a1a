import { z } from 'zod';

/** Path of the one-click unsubscribe link in announcement mails, and of its confirmation page. */
export const unsubscribePath = '/unsubscribe';

export const unsubscribeQuery = z.object({
  t: z
    .string({ error: 'is missing: open the full link from the mail' })
    .max(200)
    .meta({ description: 'Token of the link in the mail.' }),
});
export const unsubscribeAnswer = z.object({ wanted: z.literal(false) }).meta({ id: 'Unsubscribed' });

export const newsMailAnswer = z
  .object({ wanted: z.boolean().meta({ description: 'Whether announcements are mailed to the address you sign in with.' }) })
  .meta({ id: 'NewsMail' });
export const newsMailRequest = z
  .strictObject({ wanted: z.boolean({ error: 'must be true or false' }) })
  .meta({ examples: [{ wanted: true }] });
