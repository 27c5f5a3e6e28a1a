/** Letters that joiners connect or keep apart, so that a reader sees the difference. */
const joining =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]';

/** Where signs that are not seen themselves change what is seen: in those scripts and within emoji. */
const seenByTheirEffect = [
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  '(?<=\\p{sc=Mong})[\\u180b-\\u180f]',
  '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
  '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
].join('|');

/** Control characters, line ends, what reverses the order of letters, has no width or is blank, lone surrogates and noncharacters. */
export const unseenSigns = new RegExp(
  `(?!${seenByTheirEffect})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\p{NChar}\\u2800]`,
  'u',
);

/** Whether a text is one line, of which a reader sees everything. */
export function isSeenLine(text: string): boolean {
  return !unseenSigns.test(text);
}

/** Line breaks and tabs as spaces: in texts of several lines they are no fault. */
function inOneLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\t]/g, (sign) => ' '.repeat(sign.length));
}

/** Where the first sign is that nobody sees, so that it can be found. */
function placeOf(text: string): string {
  const at = unseenSigns.exec(text)?.index ?? 0;
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} at character ${String(at + 1)}`;
}

/** Refinements of fields that other people read. */
export const seenLine = [
  isSeenLine,
  {
    error: ({ input }: { readonly input?: unknown }) =>
      `must be one line without control or invisible characters: remove ${placeOf(String(input))}`,
  },
] as const;
export const seenLines = [
  (text: string) => isSeenLine(inOneLine(text)),
  {
    error: ({ input }: { readonly input?: unknown }) =>
      `must not hold control or invisible characters besides line breaks and tabs: remove ${placeOf(inOneLine(String(input)))}`,
  },
] as const;
