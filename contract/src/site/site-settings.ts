import { z } from 'zod';
import { seenLine, seenLines } from '../seen-text.ts';

/** Where settings stand together on the operator's page. */
export const siteSettingGroups = ['site', 'contact', 'legal', 'terms', 'privacy', 'sign_up', 'invoices'] as const;
export type SiteSettingGroup = (typeof siteSettingGroups)[number];

/** How a setting is entered: one line, a text of many, a picture, one of a few words. */
export type SiteSettingForm = 'line' | 'long' | 'picture' | 'choice';

/** Words that are chosen from, and the settings that are so. `configured`: what the environment of the process says. */
export const siteSettingChoices = {
  sign_up: ['configured', 'open', 'invitation', 'closed'],
  disposable_addresses: ['refused', 'accepted'],
  electronic_special_invoices: ['off', 'on'],
} as const;
type ChoiceName = keyof typeof siteSettingChoices;
export type SiteSettingChoice = (typeof siteSettingChoices)[ChoiceName][number];

interface Definition<Schema extends z.ZodType> {
  readonly group: SiteSettingGroup;
  readonly form: SiteSettingForm;
  readonly schema: Schema;
  /** What holds until an operator says otherwise. */
  readonly initial: z.output<Schema>;
  /** Whether visitors may read it. */
  readonly isPublic: boolean;
}

const define = <Schema extends z.ZodType>(definition: Definition<Schema>): Definition<Schema> => definition;

const lineOf = (max: number, description: string) => z.string().trim().max(max).check(seenLine).meta({ description });
const addressOf = (description: string) =>
  lineOf(200, description).regex(/^(?:https?:\/\/[^\s/?#]+)?$/, {
    error: 'must be an address such as https://api.example.cn, without a path, or empty',
  });
const mailOf = (description: string) =>
  lineOf(200, description).regex(/^(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+)?$/, { error: 'must be an e-mail address, or empty' });
const textOf = (description: string) => z.string().max(100_000).check(seenLines).meta({ description });

const choiceOf = (name: ChoiceName, description: string) => {
  const words: readonly string[] = siteSettingChoices[name];
  return z
    .string()
    .refine((text) => words.includes(text), { error: `must be one of: ${words.join(', ')}` })
    .meta({ description });
};
/** The domains of a setting that lists them. */
export function readDomains(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((domain) => domain !== '');
}

const domainsOf = (description: string) =>
  z
    .string()
    .max(10_000)
    .check(seenLines)
    .refine((text) => readDomains(text).every((domain) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)), {
      error: 'must list domains such as example.cn, one a line',
    })
    .meta({ description });

const publicLine = (group: SiteSettingGroup, schema: z.ZodString, initial = '') =>
  define({ group, form: 'line', schema, initial, isPublic: true });
const legalText = (group: SiteSettingGroup, description: string) =>
  define({ group, form: 'long', schema: textOf(description), initial: '', isPublic: true });

/**
 * What the operator says of this installation, one line each: a name, and all there is to know of it. The words of the page stand in
 * `console/src/pages/site/operator-settings/names.ts`.
 */
export const siteSettingDefinitions = {
  service_name: publicLine('site', lineOf(40, 'What the service is called.').min(1), 'Tollgate'),
  logo: define({
    group: 'site',
    form: 'picture',
    schema: z
      .string()
      .max(90_000)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'must be a PNG in base64, or empty' })
      .meta({ description: 'A square PNG of 32 to 512 pixels and at most 64 kB, in base64; empty: the logo that comes along.' }),
    initial: '',
    isPublic: false,
  }),
  domestic_address: publicLine('site', addressOf('Where clients within the country call; empty: as configured.')),
  overseas_address: publicLine('site', addressOf('Where clients abroad call; empty: as configured.')),
  support_email: publicLine('contact', mailOf('Where customers write to.')),
  support_phone: publicLine('contact', lineOf(60, 'Where customers call.')),
  support_hours: publicLine('contact', lineOf(100, 'When somebody answers.')),
  sales_email: publicLine('contact', mailOf('Where dedicated channels and deployments are asked for.')),
  company_name: publicLine('legal', lineOf(100, 'Who runs the service.')),
  icp_number: publicLine('legal', lineOf(60, 'ICP filing number.')),
  public_security_number: publicLine('legal', lineOf(60, 'Filing number of the public security authority.')),
  terms_zh: legalText('terms', 'Terms of service in Chinese; paragraphs are parted by empty lines, headings begin with #.'),
  terms_en: legalText('terms', 'Terms of service in English.'),
  privacy_zh: legalText('privacy', 'Privacy policy in Chinese.'),
  privacy_en: legalText('privacy', 'Privacy policy in English.'),
  sign_up: define({
    group: 'sign_up',
    form: 'choice',
    schema: choiceOf(
      'sign_up',
      'Who may sign up: `open` everybody, `invitation` whoever is invited, `closed` nobody by themselves.',
    ),
    initial: 'configured',
    isPublic: false,
  }),
  sign_up_domains: define({
    group: 'sign_up',
    form: 'long',
    schema: domainsOf('Domains of e-mail addresses that may sign up, theirs below included; empty: as configured.'),
    initial: '',
    isPublic: false,
  }),
  sign_up_domains_refused: define({
    group: 'sign_up',
    form: 'long',
    schema: domainsOf('Domains of e-mail addresses that may not sign up, beside those that are configured.'),
    initial: '',
    isPublic: false,
  }),
  disposable_addresses: define({
    group: 'sign_up',
    form: 'choice',
    schema: choiceOf('disposable_addresses', 'Whether throw-away mailboxes may sign up.'),
    initial: 'refused',
    isPublic: false,
  }),
  trial_credit: define({
    group: 'sign_up',
    form: 'line',
    schema: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,3})(?:\.\d{1,4})?$/, {
        error: 'must be an amount in CNY below 10000 with at most 4 decimals, such as "10"',
      })
      .meta({ description: 'What new accounts get to try, in CNY; "0": nothing.' }),
    initial: '10',
    isPublic: true,
  }),
  trial_credits_per_day: define({
    group: 'sign_up',
    form: 'line',
    schema: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,6})?$/, { error: 'must be a whole number, or empty' })
      .meta({
        description:
          'Trial credits given to people who sign up, per day; those of more wait for an operator. Empty: as configured.',
      }),
    initial: '',
    isPublic: false,
  }),
  invoice_tax_rate: define({
    group: 'invoices',
    form: 'line',
    schema: z
      .string()
      .regex(/^(?:0|[1-9]\d?)(?:\.\d{1,2})?$/, { error: 'must be percent with at most 2 decimals, such as "6"' })
      .meta({ description: 'Value-added tax on the charge, in percent.' }),
    initial: '6',
    isPublic: false,
  }),
  invoice_item: define({
    group: 'invoices',
    form: 'line',
    schema: lineOf(90, 'What invoices name as sold.').min(1),
    initial: '*信息技术服务*模型调用服务费',
    isPublic: false,
  }),
  electronic_special_invoices: define({
    group: 'invoices',
    form: 'choice',
    schema: choiceOf(
      'electronic_special_invoices',
      '`on` offers electronic special invoices beside electronic ordinary and paper special ones.',
    ),
    initial: 'off',
    isPublic: false,
  }),
} as const;

type Definitions = typeof siteSettingDefinitions;
export type SiteSettingName = keyof Definitions;
/** Each setting with the value in force. */
export type SiteSettings = { readonly [Name in SiteSettingName]: z.output<Definitions[Name]['schema']> };

export const siteSettingNames = Object.keys(siteSettingDefinitions) as readonly SiteSettingName[];

const fields = Object.fromEntries(siteSettingNames.map((name) => [name, siteSettingDefinitions[name].schema])) as {
  -readonly [Name in SiteSettingName]: Definitions[Name]['schema'];
};

export const siteSettingsAnswer = z.object(fields).meta({ id: 'SiteSettings' });
export type SiteSettingsAnswer = z.output<typeof siteSettingsAnswer>;
export const patchSiteSettingsRequest = z
  .strictObject(fields)
  .partial()
  .meta({ examples: [{ service_name: 'Example AI', support_email: 'help@example.cn' }] });

export type PatchSiteSettingsRequest = z.output<typeof patchSiteSettingsRequest>;
