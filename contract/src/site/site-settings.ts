import { z } from 'zod';
import { setUpStepNames } from './overview.ts';
import { seenLine, seenLines } from '../seen-text.ts';

/** Groups of settings on the operator page. */
export const siteSettingGroups = ['site', 'contact', 'legal', 'terms', 'privacy', 'sign_up', 'invoices'] as const;
export type SiteSettingGroup = (typeof siteSettingGroups)[number];

/** Input type of a setting: a single line, a long text, a picture, or a choice. */
export type SiteSettingForm = 'line' | 'long' | 'picture' | 'choice';

/** Values of the settings that are choices. `configured`: use the value from the environment of the process. */
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
  /** Value until an operator changes it. */
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
/** Parses the domains from the text of a setting. */
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
      error: 'must list domains such as example.cn, one per line',
    })
    .meta({ description });

const stepNames: readonly string[] = setUpStepNames;

/** Parses the set-up steps from the text of a setting. */
export const readSteps = (text: string): readonly string[] => text.split(/[\s,]+/).filter((step) => step !== '');

const publicLine = (group: SiteSettingGroup, schema: z.ZodString, initial = '') =>
  define({ group, form: 'line', schema, initial, isPublic: true });
const legalText = (group: SiteSettingGroup, description: string) =>
  define({ group, form: 'long', schema: textOf(description), initial: '', isPublic: true });

/**
 * All settings of this installation that operators can change. The texts of the page are in
 * `console/src/pages/site/operator-settings/names.ts`.
 */
export const siteSettingDefinitions = {
  service_name: publicLine('site', lineOf(40, 'Name of the service.').min(1), 'Tollgate'),
  logo: define({
    group: 'site',
    form: 'picture',
    schema: z
      .string()
      .max(90_000)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'must be a PNG in base64, or empty' })
      .meta({ description: 'A square PNG of 32 to 512 pixels and at most 64 kB, in base64. Empty: the default logo.' }),
    initial: '',
    isPublic: false,
  }),
  domestic_address: publicLine('site', addressOf('Domestic address for clients. Empty: as configured.')),
  overseas_address: publicLine('site', addressOf('Overseas address for clients. Empty: as configured.')),
  support_email: publicLine('contact', mailOf('Support e-mail address.')),
  support_phone: publicLine('contact', lineOf(60, 'Support phone number.')),
  support_hours: publicLine('contact', lineOf(100, 'Support hours.')),
  sales_email: publicLine('contact', mailOf('Sales e-mail address for dedicated channels and deployments.')),
  company_name: publicLine('legal', lineOf(100, 'Company that runs the service.')),
  icp_number: publicLine('legal', lineOf(60, 'ICP filing number.')),
  public_security_number: publicLine('legal', lineOf(60, 'Public security filing number.')),
  terms_zh: legalText('terms', 'Terms of service in Chinese. Empty lines separate paragraphs, headings start with #.'),
  terms_en: legalText('terms', 'Terms of service in English.'),
  privacy_zh: legalText('privacy', 'Privacy policy in Chinese.'),
  privacy_en: legalText('privacy', 'Privacy policy in English.'),
  sign_up: define({
    group: 'sign_up',
    form: 'choice',
    schema: choiceOf('sign_up', 'Who can sign up: everybody (`open`), invited people (`invitation`) or nobody (`closed`).'),
    initial: 'configured',
    isPublic: false,
  }),
  sign_up_domains: define({
    group: 'sign_up',
    form: 'long',
    schema: domainsOf('E-mail domains that can sign up, including subdomains. Empty: as configured.'),
    initial: '',
    isPublic: false,
  }),
  sign_up_domains_refused: define({
    group: 'sign_up',
    form: 'long',
    schema: domainsOf('E-mail domains that cannot sign up, in addition to the configured ones.'),
    initial: '',
    isPublic: false,
  }),
  disposable_addresses: define({
    group: 'sign_up',
    form: 'choice',
    schema: choiceOf('disposable_addresses', 'Whether disposable addresses can sign up.'),
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
      .meta({ description: 'Trial credit of new accounts in CNY; "0" for none.' }),
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
          'Maximum number of trial credits granted to new users per day. Further ones wait for an operator. Empty: as configured.',
      }),
    initial: '',
    isPublic: false,
  }),
  invoice_tax_rate: define({
    group: 'invoices',
    form: 'line',
    schema: z
      .string()
      .regex(/^(?:0|[1-9]\d?)(?:\.\d{1,2})?$/, { error: 'must be a percentage with at most 2 decimals, such as "6"' })
      .meta({ description: 'Value-added tax in percent.' }),
    initial: '6',
    isPublic: false,
  }),
  invoice_item: define({
    group: 'invoices',
    form: 'line',
    schema: lineOf(90, 'Item printed on invoices.').min(1),
    initial: '*信息技术服务*模型调用服务费',
    isPublic: false,
  }),
  electronic_special_invoices: define({
    group: 'invoices',
    form: 'choice',
    schema: choiceOf(
      'electronic_special_invoices',
      '`on` adds electronic special invoices to electronic ordinary and paper special ones.',
    ),
    initial: 'off',
    isPublic: false,
  }),
  dismissed_set_up: define({
    group: 'site',
    form: 'long',
    schema: z
      .string()
      .max(1_000)
      .check(seenLines)
      .refine((text) => readSteps(text).every((step) => stepNames.includes(step)), {
        error: `must list, one per line, some of: ${stepNames.join(', ')}`,
      })
      .meta({ description: 'Set-up steps that the to-do list of operators does not show, one per line.' }),
    initial: '',
    isPublic: false,
  }),
} as const;

type Definitions = typeof siteSettingDefinitions;
export type SiteSettingName = keyof Definitions;
/** Each setting with its current value. */
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
