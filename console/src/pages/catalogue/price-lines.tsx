import { isByPiece } from '@tollgate/contract/rate-units';
import { quantityNames } from '@tollgate/contract/quantities';
import { useId } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useNamed } from './price-sheets.tsx';
import { baseNames, isLineName, isRate, newLine, type LineDraft } from './price-draft.ts';
import { priceFormTexts } from './price-form-texts.ts';

interface PriceLinesProps {
  readonly lines: readonly LineDraft[];
  /** Whether the rates of tokens and calls can be named here. */
  readonly mayBeBase?: boolean;
  readonly onChange: (lines: readonly LineDraft[]) => void;
}

/** Rates by name, each with its unit and a remove button. */
export function PriceLines({ lines, mayBeBase = false, onChange }: PriceLinesProps) {
  const t = useTexts(priceFormTexts);
  const named = useNamed();
  const listId = useId();
  const names = [...(mayBeBase ? baseNames : []), ...quantityNames, 'reasoning', 'image@1024x1024', 'tool:web_search'];
  const words = (name: string): string => named({ [name]: '' })[0]?.[0] ?? name;
  const change = (key: number, some: Partial<LineDraft>): void => {
    onChange(lines.map((line) => (line.key === key ? { ...line, ...some } : line)));
  };
  return (
    <div className="price-lines">
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} label={words(name)} />
        ))}
      </datalist>
      {lines.map(({ key, name, amount }) => {
        const isKnown = isLineName(name, mayBeBase);
        return (
          <div className="price-line" key={key}>
            <TextField
              label={t.item}
              list={listId}
              className="mono"
              value={name}
              onChange={(text) => {
                change(key, { name: text.trim() });
              }}
              hint={isKnown ? [words(name), ...(isByPiece(name) ? [] : [t.perMillion])].join(' · ') : undefined}
              error={name === '' || isKnown ? undefined : t.itemWrong}
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              label={t.amount}
              before="¥"
              inputMode="decimal"
              value={amount}
              onChange={(text) => {
                change(key, { amount: text.trim() });
              }}
              error={amount === '' || isRate(amount) ? undefined : t.wrong}
              autoComplete="off"
            />
            <Button
              look="plain"
              aria-label={t.removeItem(name)}
              onClick={() => {
                onChange(lines.filter((line) => line.key !== key));
              }}
            >
              <Icon name="close" />
            </Button>
          </div>
        );
      })}
      <Button
        icon="plus"
        onClick={() => {
          onChange([...lines, newLine()]);
        }}
      >
        {t.addItem}
      </Button>
    </div>
  );
}
