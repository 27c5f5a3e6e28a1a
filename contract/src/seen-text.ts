import type { z } from 'zod';
import type { NamedRefusal } from './errors.ts';

/** Scripts in which joiners visibly connect or separate letters. */
const joining =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]';

/** Contexts in which invisible characters change the visible text: these scripts and emoji. */
const seenByTheirEffect = [
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  '(?<=\\p{sc=Mong})[\\u180b-\\u180f]',
  '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
  '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
].join('|');

/** Control characters, line ends, characters that reverse direction, have no width or are blank, lone surrogates and noncharacters. */
export const unseenSigns = new RegExp(
  `(?!${seenByTheirEffect})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\p{NChar}\\u2800]`,
  'u',
);

/** Whether a text is one line without invisible characters. */
export function isSeenLine(text: string): boolean {
  return !unseenSigns.test(text);
}

/** Replaces line breaks and tabs with spaces, because multi-line texts can contain them. */
function inOneLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\t]/g, (sign) => ' '.repeat(sign.length));
}

/** Reports an invisible character with its position, so that the user can find it. */
function refuseUnseen(text: string, reason: 'hidden_in_line' | 'hidden_in_lines', issues: z.core.$ZodRawIssue[]): void {
  const at = unseenSigns.exec(text)?.index;
  if (at === undefined) return;
  const sign = `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const params: NamedRefusal = { reason, params: { sign, position: at + 1 } };
  issues.push({ code: 'custom', input: text, params: { ...params }, continue: true });
}

type Checked = z.core.ParsePayload<string>;

/** Checks for fields that other people read. */
export const seenLine = ({ value, issues }: Checked): void => {
  refuseUnseen(value, 'hidden_in_line', issues);
};
export const seenLines = ({ value, issues }: Checked): void => {
  refuseUnseen(inOneLine(value), 'hidden_in_lines', issues);
};
