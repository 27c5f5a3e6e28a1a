import { z } from 'zod';

/** Where mails of announcements are refused with one click, and where the page stands that asks before. */
export const unsubscribePath = '/unsubscribe';

export const unsubscribeQuery = z.object({
  t: z
    .string({ error: 'is missing: open the link as it stands in the mail' })
    .max(200)
    .meta({ description: 'As the mail has it.' }),
});
export const unsubscribeAnswer = z.object({ wanted: z.literal(false) }).meta({ id: 'Unsubscribed' });

export const newsMailAnswer = z
  .object({ wanted: z.boolean().meta({ description: 'Whether announcements come by mail, to the address signed in with.' }) })
  .meta({ id: 'NewsMail' });
export const newsMailRequest = z
  .strictObject({ wanted: z.boolean({ error: 'must be true or false' }) })
  .meta({ examples: [{ wanted: true }] });
