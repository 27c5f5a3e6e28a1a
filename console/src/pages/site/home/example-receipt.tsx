import { formatExact } from '@tollgate/contract/money';
import type { PublicModel } from '../../../api/models.ts';
import { tokensCost } from '../../../components/catalogue/model-price.ts';
import { exactText } from '../../../components/money/money-text.ts';
import { Receipt } from '../../../components/money/receipt.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Tokens of a short question and its answer. */
const counts = { input: 18, output: 64 } as const;

/** The cost of such a call today, computed from the list price. */
export function ExampleReceipt({ model }: { readonly model: PublicModel }) {
  const t = useTexts(texts);
  const { price } = model;
  if (price === null) return null;
  const [input, output] = [tokensCost(counts.input, price.input), tokensCost(counts.output, price.output)];
  return (
    <Receipt
      head={t.slip}
      headRight={model.name}
      lines={[
        { label: t.input, reckoning: `${String(counts.input)} × ${exactText(price.input)}`, amount: formatExact(input) },
        { label: t.output, reckoning: `${String(counts.output)} × ${exactText(price.output)}`, amount: formatExact(output) },
      ]}
      total={formatExact(input + output)}
      note={t.unit}
    />
  );
}
