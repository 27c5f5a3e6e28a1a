import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { priceText } from '../../../components/money/money-text.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { plannedVersions, priceBefore, putModel } from '../operator-catalogue.ts';
import { useLines } from '../price-sheets.tsx';
import { draftOf, priceOf } from '../price-draft.ts';
import { texts } from './texts.ts';

type Version = OperatorModel['prices'][number];

interface PlannedPricesProps {
  readonly model: OperatorModel;
  readonly seenAtMs: number;
  readonly mayChange: boolean;
}

/** Future prices, each with a button to withdraw it. */
export function PlannedPrices({ model, seenAtMs, mayChange }: PlannedPricesProps) {
  const t = useTexts(texts);
  const zone = useZoneName();
  const linesOf = useLines();
  const planned = plannedVersions(model, seenAtMs);
  if (planned.length === 0) return null;
  return (
    <Sheet title={t.planned} note={t.plannedNote}>
      <div className="table-wrap">
        <table className="table plain">
          <thead>
            <tr>
              <th scope="col">
                {t.starts} {zone}
              </th>
              <th scope="col">{t.price}</th>
              {mayChange ? (
                <th scope="col">
                  <span className="sr">{t.actions}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {planned.map((version) => (
              <tr key={version.version}>
                <td>
                  v{version.version} <Time at={version.from} />
                </td>
                <td>
                  {linesOf(version.price)
                    .map(([label, amount]) => `${label} ${priceText(amount)}`)
                    .join(' · ')}
                </td>
                {mayChange ? (
                  <td className="n">
                    <Withdraw model={model} version={version} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}

/** Withdraws a price by scheduling the previous one for the same time, so that the announced price stays in the history. */
function Withdraw({ model, version }: { readonly model: OperatorModel; readonly version: Version }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const offset = useZoneName().replace('UTC', '');
  const price = priceBefore(model, Date.parse(version.from));
  const withdraw = useMutation({
    mutationFn: async () => {
      if (price === null) return;
      const kind = model.kind as ModelKind;
      await putModel(model.name, {
        kind,
        price: priceOf(draftOf(price, kind, offset)),
        price_from: version.from,
        confirm: true,
        if_revision: model.revision,
      });
    },
    onSuccess: () => {
      toast(t.withdrawn);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['operator', 'models'] }),
  });
  // Before a first price there is no price to return to.
  if (price === null) return null;
  return (
    <>
      <ActButton look="plain" act={withdraw}>
        {t.withdraw}
      </ActButton>
      <FormFault error={withdraw.error} isInline />
    </>
  );
}
