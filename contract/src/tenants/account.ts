import { z } from 'zod';
import { balanceAnswer, emailField } from './operator-accounts.ts';
import { amountAnswer, textField, timeAnswer } from '../fields.ts';
import { accountStatuses, locales, trialHoldReasons } from '../enumerations.ts';
import { isPlainName } from './plain-name.ts';

const localeField = z.enum(locales);

export const accountParams = z.strictObject({ accountId: z.string().max(64) });

/** An account as shown to its members. */
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
      description: 'New contact address, effective once confirmed with the mailed link within 24 hours.',
    }),
    pending_email_until: timeAnswer.nullable(),
    locale: localeField.nullable().meta({ description: 'Language of mails to the account.' }),
    held_trial_credit: z
      .object({ amount: amountAnswer('Amount to grant.'), reason: z.enum(trialHoldReasons), since: timeAnswer })
      .nullable()
      .meta({
        description:
          'A held trial credit: the mailbox already received one, or the limit of the network (3 a day), the browser (2) or the day is reached.',
      }),
    created_at: timeAnswer,
  })
  .meta({ id: 'OwnAccount' });

export const patchOwnAccountRequest = z
  .strictObject({
    name: textField('Name of the account, also used in invitation mails.', 200, 1)
      .refine(isPlainName, { error: 'must be one visible line without a web address' })
      .optional(),
    email: emailField.optional(),
    locale: localeField.nullable().optional(),
  })
  .meta({ examples: [{ name: 'Example Ltd', email: 'billing@example.com', locale: 'zh' }] });

/** The current balance, including reservations of running calls. */
export const ownBalanceAnswer = balanceAnswer.extend({ running: z.number() }).meta({ id: 'OwnBalance' });
export type OwnBalanceAnswer = z.output<typeof ownBalanceAnswer>;

/** Maximum number of confirmation mails per day for a contact address, and the validity of their links in hours. */
export const contactMailsPerDay = 5;
export const contactProofHours = 24;

export const proveContactRequest = z
  .strictObject({ token: z.string().max(100).meta({ description: 'Token of the link in the mail.' }) })
  .meta({ examples: [{ token: 'the token of the link' }] });
export const provedContactAnswer = z.object({ email: z.string() }).meta({ id: 'ProvedContact' });

export type OwnAccountAnswer = z.output<typeof ownAccountAnswer>;
export type PatchOwnAccountRequest = z.output<typeof patchOwnAccountRequest>;
