import { useQuery, useQueryClient } from '@tanstack/react-query';
import { auditSteps } from '@tollgate/contract/ledger/book-audits';
import type { BookAuditDetail } from '@tollgate/contract/ledger/book-audits';
import { useEffect } from 'react';
import { lastAuditQuery } from '../../../api/last-audit.ts';
import { EnglishDetail } from '../../../components/errors/english-detail.tsx';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText, durationText } from '../../../ui/number-text.ts';
import { Fact } from '../../../ui/sheet.tsx';
import { ProgressSteps } from '../../../ui/states/progress-steps.tsx';
import { bookAuditQuery, type BookAudit } from './book-audits.ts';
import { booksTexts } from './books-texts.ts';

type Report = NonNullable<BookAuditDetail['report']>;

/** One audit: who started it and when, progress or result, and findings. */
export function AuditReport({ id }: { readonly id: string }) {
  const t = useTexts(booksTexts);
  const client = useQueryClient();
  const { data: audit, error, refetch } = useQuery(bookAuditQuery(id));
  const state = audit?.state;
  useEffect(() => {
    // Updates the navigation and the list, which show the same audit.
    if (state !== 'done') return;
    void client.invalidateQueries({ queryKey: ['operator', 'book-audits', 'list'] });
    void client.invalidateQueries({ queryKey: lastAuditQuery.queryKey });
  }, [client, state]);
  if (audit === undefined) return <Loading of={{ error, refetch }} what={t.failed} height={220} />;
  return (
    <div className="book-audit">
      <Facts audit={audit} />
      {audit.state === 'running' ? <Progress audit={audit} /> : null}
      {audit.state === 'broken' ? <p className="bad">{t.brokenNote}</p> : null}
      {audit.report === null ? null : <Found report={audit.report} />}
    </div>
  );
}

/** Duration of an audit; null while it runs. */
export function tookMs({ started_at: started, ended_at: ended }: BookAudit): number | null {
  return ended === null ? null : Date.parse(ended) - Date.parse(started);
}

function Facts({ audit }: { readonly audit: BookAuditDetail }) {
  const t = useTexts(booksTexts);
  const actorOf = useActorWords();
  const ms = tookMs(audit);
  const counts = Object.entries(audit.report?.checked ?? {}) as [keyof typeof t.counted, number][];
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t.differenceHead, audit.difference === null ? '–' : <Money key="d" amount={audit.difference} kind="call" />],
    [t.when, <Time key="w" at={audit.started_at} />],
    [t.took, ms === null ? '–' : durationText(ms)],
    [t.by, actorOf(audit.started_by)],
    [t.of, t.ofs[audit.of]],
    [t.rows, countText(audit.rows)],
    ...counts.map(([name, count]) => [t.counted[name], countText(count)] as const),
  ];
  return (
    <dl className="facts book-audit-facts">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Progress({ audit: { step: current, rows } }: { readonly audit: BookAuditDetail }) {
  const t = useTexts(booksTexts);
  const at = auditSteps.indexOf(current);
  return (
    <div role="status">
      <ProgressSteps
        steps={auditSteps.map((step, index) => ({
          state: index < at ? 'done' : index === at ? 'now' : 'ahead',
          title: t.steps[step],
          ...(index === at ? { note: t.rowsNow(countText(rows)) } : {}),
        }))}
      />
    </div>
  );
}

function Found({ report: { kinds, findings, findings_count: count } }: { readonly report: Report }) {
  const t = useTexts(booksTexts);
  if (kinds.length === 0) return null;
  const known: Readonly<Record<string, { readonly name: string; readonly where: string } | undefined>> = t.kinds;
  const wordsOf = (kind: string): { readonly name: string; readonly where: string } => known[kind] ?? { name: kind, where: '' };
  return (
    <>
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.kind}</th>
              <th scope="col" className="n">
                {t.count}
              </th>
              <th scope="col" className="n">
                {t.differenceHead}
              </th>
              <th scope="col" className="wide">
                {t.where}
              </th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, findings: places, difference }) => (
              <tr key={kind}>
                <td>{wordsOf(kind).name}</td>
                <td className="n">{countText(places)}</td>
                <td className="n">
                  <Money amount={difference} hasSign={false} kind="call" />
                </td>
                <td className="wide quiet">{wordsOf(kind).where}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>
        {t.details} <small className="quiet">{t.detailsOf(countText(findings.length), countText(count))}</small>
      </h3>
      <ul className="findings">
        {findings.map((finding, at) => (
          <li key={at}>
            <div>
              <b>{wordsOf(finding.kind).name}</b>
              <p className="quiet">
                <EnglishDetail text={finding.detail} />
              </p>
              <Links finding={finding} />
            </div>
            <Money amount={finding.difference} kind="call" hasSign />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Links to the objects that the sentence names. */
function Links({ finding }: { readonly finding: Report['findings'][number] }) {
  const t = useTexts(booksTexts);
  const { account_id: account, key_id: key, call_id: call } = finding;
  return (
    <span className="finding-links">
      {account === null ? null : <AppLink to={paths.operatorAccount(account)}>{t.account}</AppLink>}
      {account === null || key === null ? null : (
        <AppLink to={paths.operatorCalls({ account_id: account, key_id: key })}>{t.calls}</AppLink>
      )}
      {call === null ? null : <AppLink to={paths.operatorCalls({ call })}>{t.call}</AppLink>}
    </span>
  );
}
