import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const options = JSON.parse(readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig;

/** Formats generated content as `npm run check:format` requires. */
export async function houseFormat(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
