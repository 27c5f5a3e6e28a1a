import { ApiError } from '../../../api/http/api-error.ts';
import { ModelsField } from '../../../components/catalogue/models-field.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { CapField } from '../../../components/tenants/cap-field.tsx';
import { readCap } from '../../../components/tenants/cap-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import type { SubAccountForm } from './sub-account-form.ts';
import { texts } from './texts.ts';

interface SubAccountFieldsProps {
  readonly form: SubAccountForm;
  readonly onChange: (change: Partial<SubAccountForm>) => void;
  readonly showsFaults: boolean;
  readonly error: Error | null;
  readonly isNew?: boolean;
}

const capText = (typedCap: string): string | null => {
  const cap = readCap(typedCap);
  return cap === undefined || cap === null ? null : plainMoneyText(cap);
};

/** The effect of the settings, in a sentence. */
function useSentence({ name, dailyCap, monthlyCap, models }: SubAccountForm): string {
  const t = useTexts(texts).sentence;
  const [day, month] = [capText(dailyCap), capText(monthlyCap)];
  const spending =
    day !== null && month !== null ? t.both(day, month) : day !== null ? t.day(day) : month !== null ? t.month(month) : t.open;
  return t.whole(name.trim() || t.noName, spending, models.length === 0 ? t.allModels : t.models(models.length));
}

/** The settings of a sub-account, with a summary. */
export function SubAccountFields({ form, onChange, showsFaults, error, isNew = false }: SubAccountFieldsProps) {
  const t = useTexts(texts);
  const refused = useRefused(error);
  const sentence = useSentence(form);
  const isOfField = error instanceof ApiError && error.param !== null;
  return (
    <>
      <TextField
        label={t.name}
        hint={isNew ? t.nameHint : undefined}
        value={form.name}
        maxLength={200}
        autoComplete="off"
        autoFocus={isNew}
        onChange={(name) => {
          onChange({ name });
        }}
        error={showsFaults && form.name.trim() === '' ? t.noName : refused('name')}
      />
      <div>
        <div className="two">
          <CapField
            period="daily"
            value={form.dailyCap}
            onChange={(dailyCap) => {
              onChange({ dailyCap });
            }}
            error={refused('daily_cap')}
          />
          <CapField
            period="monthly"
            value={form.monthlyCap}
            onChange={(monthlyCap) => {
              onChange({ monthlyCap });
            }}
            error={refused('monthly_cap')}
          />
        </div>
        <p className="hint">{t.capHint}</p>
      </div>
      <ModelsField
        value={form.models}
        onChange={(models) => {
          onChange({ models });
        }}
        error={refused('model_allow_list')}
      />
      {isOfField ? null : <FormFault error={error} />}
      <FormSentence>{sentence}</FormSentence>
    </>
  );
}
