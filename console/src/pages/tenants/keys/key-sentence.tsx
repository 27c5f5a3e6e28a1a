import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../../../api/models.ts';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { readCap } from '../../../components/tenants/cap-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { basicModels } from './basic-models.ts';
import { formTexts } from './form-texts.tsx';
import { isAddress, type KeyForm } from './key-form.ts';

const capText = (typed: string): string | null => {
  const cap = readCap(typed);
  return cap === undefined || cap === null ? null : plainMoneyText(cap);
};

/** The summary below the form: what the key will be allowed to do. */
export function KeySentence({ form }: { readonly form: KeyForm }) {
  const t = useTexts(formTexts);
  const basic = basicModels(useQuery(modelsQuery).data ?? []);
  const addresses = form.addresses.filter(isAddress).length;
  return (
    <FormSentence>
      {t.sentence({
        daily: capText(form.dailyCap),
        monthly: capText(form.monthlyCap),
        models: form.models.length === 0 ? null : form.models.length,
        areBasic: form.models.every((name) => basic.includes(name)),
        addresses: form.addresses.length === 0 ? null : addresses,
        expires: form.expires === '' ? null : form.expires.replace('T', ' '),
      })}
    </FormSentence>
  );
}
