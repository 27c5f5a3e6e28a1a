import { z } from 'zod';
import { balanceAnswer, emailField } from './operator-accounts.ts';
import { amountAnswer, textField, timeAnswer } from '../fields.ts';
import { accountStatuses, locales, trialHoldReasons } from '../enumerations.ts';
import { isPlainName } from './plain-name.ts';

const localeField = z.enum(locales);

export const accountParams = z.strictObject({ accountId: z.string().max(64) });

/** An account as its members see it. */
export const ownAccountAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    status: z.enum(accountStatuses),
    plan: z.object({ id: z.string(), name: z.string(), concurrency_recommended: z.number().nullable() }),
    limits: z.object({ requests_per_minute: z.number().nullable(), concurrency: z.number().nullable() }),
    domestic_only: z.boolean(),
    pending_email: z.string().nullable().meta({
      description:
        'The contact address that is in force once whoever reads its mails has confirmed it, by a link that holds for 24 hours.',
    }),
    pending_email_until: timeAnswer.nullable(),
    locale: localeField.nullable().meta({ description: 'Of mails to the account.' }),
    held_trial_credit: z
      .object({ amount: amountAnswer('What an operator may still grant.'), reason: z.enum(trialHoldReasons), since: timeAnswer })
      .nullable()
      .meta({
        description:
          'A trial credit that waits for an operator: the mailbox has had one, or too many went to the network (3 a day), the browser (2) or to everybody today.',
      }),
    created_at: timeAnswer,
  })
  .meta({ id: 'OwnAccount' });

export const patchOwnAccountRequest = z
  .strictObject({
    name: textField('What the account is called; also in mails to whom it invites.', 200, 1)
      .refine(isPlainName, { error: 'must be one line that can be seen, without the address of a page' })
      .optional(),
    email: emailField.optional(),
    locale: localeField.nullable().optional(),
  })
  .meta({ examples: [{ name: 'Example Ltd', email: 'billing@example.com', locale: 'zh' }] });

/** Money as of now, with what the calls under way have set aside. */
export const ownBalanceAnswer = balanceAnswer.extend({ running: z.number() }).meta({ id: 'OwnBalance' });
export type OwnBalanceAnswer = z.output<typeof ownBalanceAnswer>;

/** How many mails a day ask for the proof of a contact address, and for how many hours the link in one holds. */
export const contactMailsPerDay = 5;
export const contactProofHours = 24;

export const proveContactRequest = z
  .strictObject({ token: z.string().max(100).meta({ description: 'Of the link in the mail.' }) })
  .meta({ examples: [{ token: 'the token of the link' }] });
export const provedContactAnswer = z.object({ email: z.string() }).meta({ id: 'ProvedContact' });

export type OwnAccountAnswer = z.output<typeof ownAccountAnswer>;
export type PatchOwnAccountRequest = z.output<typeof patchOwnAccountRequest>;
