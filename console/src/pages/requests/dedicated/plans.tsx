import { useQuery } from '@tanstack/react-query';
import type { PlanOffers } from '@tollgate/contract/tenants/plan-offers';
import { requestsApi } from '../../../api/clients/requests.ts';
import { useAccount } from '../../../api/current-account.ts';
import { ownAccountQuery } from '../../../api/own-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import '../../../components/tables/data-table.css';
import { usePlanName } from '../../../components/tenants/plan-names.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { texts } from './texts.ts';

type Plan = PlanOffers['data'][number];

/** The plans with their limits, and advice for staying within them. */
export function Plans() {
  const t = useTexts(texts);
  const { id } = useAccount();
  const { data, error, refetch } = useQuery({ queryKey: ['plans'], queryFn: () => requestsApi.listPlans() });
  const own = useQuery(ownAccountQuery(id)).data?.plan.id;
  return (
    <>
      <Sheet title={t.plans} note={t.plansNote}>
        {data === undefined ? (
          <Loading of={{ error, refetch }} what={t.plansFailed} height={240} />
        ) : (
          <div className="table-wrap">
            <table className="table plans">
              <thead>
                <tr>
                  <th scope="col">{t.plan}</th>
                  <th scope="col" className="n">
                    {t.rpm}
                  </th>
                  <th scope="col" className="n">
                    {t.recommended}
                  </th>
                  <th scope="col" className="n wide">
                    {t.ceiling}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.data.map((plan) => (
                  <PlanRow key={plan.id} plan={plan} isOwn={plan.id === own} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Sheet>
      <Sheet title={t.advice} isPadded>
        <ul className="advice">
          {[t.gap, t.retry, t.many, t.change].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}

function PlanRow({ plan, isOwn }: { readonly plan: Plan; readonly isOwn: boolean }) {
  const t = useTexts(texts);
  const { id, name, requests_per_minute: rpm, concurrency_recommended: recommended, concurrency_ceiling: ceiling } = plan;
  const isDedicated = id === 'dedicated';
  const nameOf = usePlanName();
  const none = isDedicated ? t.byAgreement : t.unlimited;
  return (
    <tr aria-current={isOwn ? 'true' : undefined}>
      <td>
        <b>{nameOf({ id, name })}</b> {isOwn ? <small className="quiet">{t.yours}</small> : null}
      </td>
      <td className="n">{rpm === null ? t.unlimited : isDedicated ? t.orMore(countText(rpm)) : countText(rpm)}</td>
      <td className="n">{recommended === null ? t.byAgreement : t.atMost(countText(recommended))}</td>
      <td className="n wide">{ceiling === null ? none : countText(ceiling)}</td>
    </tr>
  );
}
