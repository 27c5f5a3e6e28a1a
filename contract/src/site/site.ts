import { z } from 'zod';

const line = z.string();

/** Public data of the installation. */
export const siteAnswer = z
  .object({
    service_name: line,
    logo: line.nullable().meta({ description: 'Address of the logo; `null`: the default logo.' }),
    addresses: z.array(z.object({ region: z.enum(['domestic', 'overseas']), url: line })).meta({
      description: 'Addresses for clients set by the operator; none: as configured.',
    }),
    support_email: line,
    support_phone: line,
    support_hours: line,
    sales_email: line,
    company_name: line,
    icp_number: line,
    public_security_number: line,
    trial_credit: line.meta({ description: 'Trial credit of new accounts in CNY.' }),
    legal: z.array(z.enum(['terms', 'privacy'])).meta({ description: 'Available legal texts.' }),
  })
  .meta({ id: 'Site' });
export type SiteAnswer = z.output<typeof siteAnswer>;

export const legalParams = z.strictObject({ text: z.enum(['terms', 'privacy']) });

export const legalAnswer = z
  .object({ zh: line.meta({ description: 'Empty: not available in this language.' }), en: line })
  .meta({ id: 'LegalText' });
