import { z } from 'zod';

export const emailField = z.email({ error: 'must be an e-mail address' }).max(254);

/** Exchanges the one-time link of the first start for access. */
export const setupRequest = z
  .strictObject({
    token: z.string().min(1).max(100).meta({ description: 'Value after `#token=` in the link.' }),
    email: emailField,
    password: z.string().min(10).max(128),
    name: z.string().min(1).max(64),
  })
  .meta({
    examples: [{ token: 'the token of the link', email: 'someone@example.cn', password: 'a long password', name: 'Ada' }],
  });

export const setupAnswer = z.object({ id: z.string(), email: z.string(), name: z.string() }).meta({ id: 'NewAdministrator' });

/** Options of the sign-in pages. */
export const signInOffersAnswer = z
  .object({
    setup_open: z.boolean().meta({ description: 'Whether an administrator link is open.' }),
    sign_up: z.enum(['open', 'invitation', 'closed']),
    mail: z.boolean().meta({ description: 'Whether mails are sent. If not, the operator forwards links.' }),
    outside: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Single sign-on provider: `POST /api/console/auth/sign-in/social` with `{"provider": id}`.' }),
  })
  .meta({ id: 'SignInOffers' });

/** Proof-of-work challenge for the browser, in the format of the altcha widget. */
export const challengeAnswer = z
  .looseObject({ parameters: z.looseObject({ algorithm: z.string() }), signature: z.string().optional() })
  .meta({ id: 'Challenge' });
