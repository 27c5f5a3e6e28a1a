import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { exactText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Check } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

const key = ['operator', 'probes'] as const;

/** Models that the service itself calls while they have few calls. */
export function ProbesSheet({ mayChange }: { readonly mayChange: boolean }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => operatorNewsApi.listProbes({ signal }),
  });
  const choosing = useMutation({
    mutationFn: (body: { readonly model: string; readonly probed: boolean }) => operatorNewsApi.putProbe({ body }),
    onSuccess: (saved) => {
      queries.setQueryData(key, saved);
      toast(t.probeSaved);
    },
  });
  const isOff = data !== undefined && nano(data.budget_per_day) === 0n;
  return (
    <Sheet title={t.probes} isPadded foot={isOff ? t.probesOff : t.probesNote}>
      {data === undefined && error === null ? <Skeleton height={80} /> : null}
      {data === undefined && error !== null ? (
        <ErrorState what={t.failed.probes} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : (
        <>
          {isOff ? null : <p>{t.probesSpent(`¥${exactText(data.spent_today)}`, `¥${exactText(data.budget_per_day)}`)}</p>}
          {data.models.length === 0 ? <EmptyState>{t.noProbes}</EmptyState> : null}
          <fieldset className="probes" disabled={!mayChange || choosing.isPending}>
            <legend className="sr">{t.probes}</legend>
            {data.models.map(({ model, probed }) => (
              <Check
                key={model}
                isOn={probed}
                onChange={(isOn) => {
                  choosing.mutate({ model, probed: isOn });
                }}
              >
                <span className="mono">{model}</span>
              </Check>
            ))}
          </fieldset>
          <FormFault error={choosing.error} />
        </>
      )}
    </Sheet>
  );
}
