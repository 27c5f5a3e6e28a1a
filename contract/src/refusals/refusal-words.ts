import type { ErrorCode } from '../errors.ts';

/** A value of a refusal that programs can use and sentences can show; never a part of a sentence. */
export type RefusalParam = string | number | readonly string[];
export type RefusalParams = Readonly<Record<string, RefusalParam>>;

/** The text of a refusal in both languages. `{name}` is a parameter. The Chinese text can omit parameters of the English one. */
export interface RefusalWords {
  readonly code: ErrorCode;
  readonly en: string;
  readonly zh: string;
}

/** The refusals of a subject by reason. A published reason keeps its name and its parameters. */
export type Refusals = Readonly<Record<string, RefusalWords>>;

/** The names in braces in a text. */
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

/** The parameters of a text, derived from the text itself. */
export type ParamsOf<Text extends string> = Readonly<Record<Named<Text>, RefusalParam>>;

const listedMax = 5;

function listed(names: readonly string[], language: 'en' | 'zh'): string {
  const shown = names.slice(0, listedMax);
  const more = names.length - shown.length;
  if (language === 'zh') return shown.join('、') + (more > 0 ? ` 等 ${String(names.length)} 个` : '');
  return shown.join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

/** Fills the parameters into a text. A list shows only its first five entries. */
export function wordRefusal(text: string, params: RefusalParams, language: 'en' | 'zh'): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'object' ? listed(value, language) : String(value);
  });
}
