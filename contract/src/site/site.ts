import { z } from 'zod';

const line = z.string();

/** What every visitor may know of the installation. */
export const siteAnswer = z
  .object({
    service_name: line,
    logo: line.nullable().meta({ description: 'Where the picture is; `null`: the logo that comes along.' }),
    addresses: z.array(z.object({ region: z.enum(['domestic', 'overseas']), url: line })).meta({
      description: 'Where clients call, as the operator says; none: as configured.',
    }),
    support_email: line,
    support_phone: line,
    support_hours: line,
    sales_email: line,
    company_name: line,
    icp_number: line,
    public_security_number: line,
    trial_credit: line.meta({ description: 'What new accounts get to try, in CNY.' }),
    legal: z.array(z.enum(['terms', 'privacy'])).meta({ description: 'Which texts there are to read.' }),
  })
  .meta({ id: 'Site' });
export type SiteAnswer = z.output<typeof siteAnswer>;

export const legalParams = z.strictObject({ text: z.enum(['terms', 'privacy']) });

export const legalAnswer = z
  .object({ zh: line.meta({ description: 'Empty: not there in this language.' }), en: line })
  .meta({ id: 'LegalText' });
