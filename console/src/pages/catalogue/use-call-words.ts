import { useTexts } from '../../i18n/texts.ts';
import { countText } from '../../ui/number-text.ts';
import { useNamed } from './price-sheets.tsx';
import { priceFormTexts } from './price-form-texts.ts';

const tokenNames = ['input_tokens', 'cached_tokens', 'output_tokens'] as const;

/** Describes a typical call by its quantities: `输入 1,000 · 输出 300`. */
export function useCallWords(): (usage: Readonly<Record<string, number>>) => string {
  const t = useTexts(priceFormTexts);
  const named = useNamed();
  return (usage) => {
    const tokens = tokenNames.flatMap((name) =>
      usage[name] === undefined ? [] : [`${t.usage[name]} ${countText(usage[name])}`],
    );
    const others = Object.keys(usage).filter((name) => !(tokenNames as readonly string[]).includes(name));
    const pieces = named(Object.fromEntries(others.map((name) => [name, '']))).map(
      ([label]) => `1 × ${label.split(/[，,]/)[0] ?? label}`,
    );
    return [...tokens, ...pieces].join(' · ') || t.oneCall;
  };
}
