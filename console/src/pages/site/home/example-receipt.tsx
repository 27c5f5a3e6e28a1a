import { formatExact } from '@tollgate/contract/money';
import type { PublicModel } from '../../../api/models.ts';
import { tokensCost } from '../../../components/catalogue/model-price.ts';
import { exactText } from '../../../components/money/money-text.ts';
import { Receipt } from '../../../components/money/receipt.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Token counts of a short question and its answer. */
const counts = { input: 18, output: 64 } as const;

/** Example prices in CNY per million tokens, used while no model has a price. */
const examplePrice = { input: '2', output: '8' } as const;

const isFree = ({ input, output }: typeof examplePrice | NonNullable<PublicModel['price']>): boolean =>
  Number(input) === 0 && Number(output) === 0;

/** The current cost of such a call, computed from the list price; marked as an example if the model is free. */
export function ExampleReceipt({ model }: { readonly model: PublicModel }) {
  const t = useTexts(texts);
  if (model.price === null) return null;
  const isExample = isFree(model.price);
  const price = isExample ? examplePrice : model.price;
  const [input, output] = [tokensCost(counts.input, price.input), tokensCost(counts.output, price.output)];
  return (
    <Receipt
      head={t.slip}
      headRight={isExample ? t.example : model.name}
      lines={[
        { label: t.input, reckoning: `${String(counts.input)} × ${exactText(price.input)}`, amount: formatExact(input) },
        { label: t.output, reckoning: `${String(counts.output)} × ${exactText(price.output)}`, amount: formatExact(output) },
      ]}
      total={formatExact(input + output)}
      note={t.unit}
    />
  );
}
