import { modelKinds } from '@tollgate/contract/enumerations';
import { Select } from 'antd';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Field, TextField } from '../../../ui/forms/text-field.tsx';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { providerWords } from '../provider-words.ts';
import { areRight, isBelowCost, isByToken, linesOf, type Choice, type Lines } from './publish-lines.ts';
import { publishTexts } from './publish-texts.ts';

interface ChoiceFieldsProps {
  readonly choice: Choice;
  /** The model of that name, if there is one. */
  readonly existing: OperatorModel | undefined;
  readonly change: (some: Partial<Choice>) => void;
}

/** Name, kind, price and cost of a model that is to be published. */
export function ChoiceFields({ choice, existing, change }: ChoiceFieldsProps) {
  const t = useTexts(publishTexts);
  const words = useTexts(providerWords);
  const { upstream, name, kind, price, cost } = choice;
  const kept = existing?.price ?? null;
  return (
    <div className="publish-fields" role="group" aria-label={upstream}>
      <div className="two">
        <TextField
          label={t.modelName}
          value={name}
          onChange={(next) => {
            change({ name: next });
          }}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          error={name.trim() === '' ? t.needed : undefined}
        />
        <Field label={t.kind}>
          {(ids) => (
            <Select
              {...ids}
              className="full"
              value={kind}
              disabled={existing !== undefined}
              options={modelKinds.map((value) => ({ value, label: words.kinds[value] }))}
              onChange={(next) => {
                change({ kind: next });
              }}
            />
          )}
        </Field>
      </div>
      {kept === null ? (
        <LineFields
          of="priceOf"
          kind={kind}
          lines={price}
          change={(lines) => {
            change({ price: lines });
          }}
        />
      ) : (
        <p className="hint">{t.keptPrice(`${plainMoneyText(kept.input)} / ${plainMoneyText(kept.output)}`)}</p>
      )}
      <LineFields
        of="costOf"
        kind={kind}
        lines={cost}
        change={(lines) => {
          change({ cost: lines });
        }}
      />
      {kept === null && isBelowCost(choice) ? <p className="hint bad">{t.below}</p> : null}
    </div>
  );
}

interface LineFieldsProps {
  readonly of: 'priceOf' | 'costOf';
  readonly kind: Choice['kind'];
  readonly lines: Lines;
  readonly change: (lines: Lines) => void;
}

/** The lines of a price or a cost, with the unit beside each. */
export function LineFields({ of, kind, lines, change }: LineFieldsProps) {
  const t = useTexts(publishTexts);
  const isWrong = !areRight(kind, lines);
  return (
    <div className="two">
      {linesOf(kind).map((line) => (
        <TextField
          key={line}
          label={t[of][line]}
          {...(of === 'priceOf' ? { note: t.emptyIsHidden } : {})}
          before="¥"
          behind={isByToken(line) ? t.perMillion : t.perPiece}
          inputMode="decimal"
          autoComplete="off"
          value={lines[line] ?? ''}
          onChange={(text) => {
            change({ ...lines, [line]: text.trim() });
          }}
          error={isWrong ? t.amountWrong : undefined}
        />
      ))}
    </div>
  );
}
