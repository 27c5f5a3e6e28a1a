import { z } from 'zod';
import { AmountError, parseAmount, type AmountRules } from './money.ts';
import { seenLine, seenLines } from './seen-text.ts';

const amountFault = 'must be a decimal string in CNY, for example "12.50"';

/** A decimal string in CNY. JSON numbers are not accepted, because floats cannot represent amounts exactly. */
export function amountField(description: string, rules: AmountRules = {}) {
  return z
    .string({ error: amountFault })
    .superRefine((text, context) => {
      try {
        parseAmount(text, rules);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof AmountError ? error.message : amountFault });
      }
    })
    .meta({ description, examples: ['12.50'] });
}

/** A spending cap with at most 4 decimals. `null` means no cap; `"0"` blocks every paid call. */
export function capField(description: string) {
  return amountField(
    `${description} Decimal string in CNY with at most 4 decimals; \`null\` = no cap; \`"0"\` blocks every paid call.`,
    {
      decimalsMax: 4,
    },
  ).nullable();
}

/** The largest list price, in CNY per 1,000,000 tokens. */
const priceMax = '1000000';

/** A price in CNY per 1,000,000 tokens (or per call): at most 6 decimals and 1,000,000. */
export function priceField(description: string) {
  return amountField(description, { decimalsMax: 6 })
    .refine((text) => notAbove(text, priceMax), { error: 'must be at most 1000000' })
    .meta({ description, examples: ['2', '0.5'] });
}

function notAbove(text: string, maximum: string): boolean {
  try {
    return parseAmount(text) <= parseAmount(maximum);
  } catch {
    // The format check has already reported the error.
    return true;
  }
}

/** A multiplier on list prices such as `"0.85"`, from 0.01 to 100. */
export const multiplierField = amountField('Multiplier on list prices, from "0.01" to "100", with at most 6 decimals.', {
  decimalsMax: 6,
})
  .refine((text) => inMultiplierRange(text), { error: 'must be between "0.01" and "100"' })
  .meta({ description: 'Multiplier on list prices, from "0.01" to "100"; "1" is the list price.', examples: ['1', '0.85'] });

function inMultiplierRange(text: string): boolean {
  try {
    const factor = parseAmount(text);
    return factor >= parseAmount('0.01') && factor <= parseAmount('100');
  } catch {
    return true;
  }
}

/** A time with a time zone. Times without a zone are refused because their meaning depends on the machine. */
export const timeField = z.iso
  .datetime({
    offset: true,
    error: 'must be a time with time zone, for example "2026-11-21T08:00:00+08:00" or "2026-11-21T00:00:00Z"',
  })
  .meta({ description: 'ISO 8601 time with time zone.', examples: ['2026-11-21T08:00:00+08:00'] });

/** A time, or a date that stands for the start of that day in the time zone of the service. */
export const timeOrDateField = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error:
      'must be a time with time zone, for example "2026-11-21T08:00:00+08:00", or a date such as "2026-11-21" (start of that day in the service\'s time zone)',
  })
  .meta({
    description:
      'ISO 8601 time with time zone, or a date for the start of that day in the time zone of the service (+08:00 by default).',
    examples: ['2026-11-21T08:00:00+08:00', '2026-11-21'],
  });

/** Error text for wrong types only. Passed as a plain string, it would also replace the messages of all other checks in the schema. */
export function ofType(words: string): { error: (issue: { readonly code: string }) => string | undefined } {
  return { error: ({ code }) => (code === 'invalid_type' ? words : undefined) };
}

/** A single line of text that other people read: limited in length, without hidden characters. */
export function textField(description: string, lengthMax: number, lengthMin = 0) {
  return boundedText(lengthMax, lengthMin).check(seenLine).meta({ description });
}

/** Like `textField`, with several lines. */
export function linesField(description: string, lengthMax: number, lengthMin = 0) {
  return boundedText(lengthMax, lengthMin).check(seenLines).meta({ description });
}

function boundedText(lengthMax: number, lengthMin: number) {
  return z.string(ofType('must be a string')).min(lengthMin).max(lengthMax);
}

/** A model name as used in requests. It can contain `/`, but no empty or dotted path segment. */
export const modelNameField = z
  .string(ofType('must be a string'))
  .max(128)
  .regex(/^(?!.*(?:\/\/|\/\.{1,2}(?:\/|$)))[A-Za-z0-9][A-Za-z0-9._:/@+-]*(?<!\/)$/, {
    error: 'must be a model name: letters, digits and . _ : / @ + -, beginning with a letter or digit',
  })
  .meta({ description: 'Name of a model, as in `model` of requests.', examples: ['sandbox/chat'] });

export const modelAllowListField = z
  .array(modelNameField, ofType('must be a list of model names, or null'))
  .max(1000)
  .nullable()
  .meta({ description: 'Allowed models; `null` or `[]` allows all.', examples: [['sandbox/chat']] });

/** A count such as requests per minute; `null` = unlimited. */
export function limitField(description: string, maximum = 1_000_000) {
  return z.int({ error: 'must be a whole number of at least 1' }).min(1).max(maximum).meta({ description });
}

export const idField = z.string().min(1).max(64);

/** An amount in a response: a decimal string in CNY. */
export function amountAnswer(description: string, example = '12.5000') {
  return z.string().meta({ description, examples: [example] });
}

export const timeAnswer = z
  .string()
  .meta({ description: 'ISO 8601 time, milliseconds, UTC.', examples: ['2026-11-21T00:00:00.000Z'] });

/** The revision that an operator saw when editing started, so that two people do not undo each other's changes. */
export const revisionField = z.string().regex(/^[\w-]{1,64}$/, { error: 'must be a revision as returned' });
