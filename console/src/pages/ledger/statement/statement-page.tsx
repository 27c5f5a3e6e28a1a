import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart, useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { Receipt } from '../../../components/money/receipt.tsx';
import { useMonthText } from '../../../components/time/month-text.ts';
import { momentText, partsOf } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { statementFile, statementQuery, type Statement } from '../billing.ts';
import { IssuerLine } from './issuer-line.tsx';
import { linesOf, partNames, places, type PartName } from './statement-lines.ts';
import './statement.css';
import { texts } from './texts.ts';

/** The statement of a month as a receipt from the opening to the closing balance. In print it fills an A4 page. */
export default function StatementPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const month = useAddressPart('month');
  const { query, set } = useAddressState();
  const by = partNames.find((name) => name === query.by) ?? 'model';
  const statement = useQuery(statementQuery(account.id, month));
  const title = t.title(useMonthText()(month));
  return (
    <>
      <PageHead title={title} crumb={<AppLink to={paths.billing}>{t.back}</AppLink>}>
        <span className="quiet fine">{t.by}</span>
        <Segments
          label={t.by}
          value={by}
          options={partNames.map((name) => ({ value: name, label: t.parts[name] }))}
          onChange={(name) => {
            set({ by: name === 'model' ? undefined : name }, { replace: true });
          }}
        />
        <span className="grow" />
        <Files month={month} />
      </PageHead>
      {statement.data === undefined ? (
        <Sheet isPadded>
          <Loading of={statement} what={t.failed} height={320} />
        </Sheet>
      ) : (
        <StatementPaper statement={statement.data} by={by} title={title} />
      )}
    </>
  );
}

function Files({ month }: { readonly month: string }) {
  const t = useTexts(texts);
  const account = useAccount();
  const locale = useLanguage();
  const files = {
    xlsx: statementFile(account.id, month, { format: 'xlsx', locale }),
    csv: statementFile(account.id, month, { format: 'csv', locale }),
    gb: statementFile(account.id, month, { format: 'csv', encoding: 'gb18030', locale }),
  };
  return (
    <>
      {(['xlsx', 'csv', 'gb'] as const).map((name) => (
        <a
          key={name}
          className={buttonClass({})}
          href={files[name]}
          download
          {...(name === 'xlsx' ? { 'data-shortcut': 'export' } : {})}
        >
          {name === 'xlsx' ? <Icon name="export" /> : null}
          {t.files[name]}
        </a>
      ))}
      <Button
        onClick={() => {
          print();
        }}
      >
        {t.print}
      </Button>
    </>
  );
}

interface PaperProps {
  readonly statement: Statement;
  readonly by: PartName;
  readonly title: string;
}

function StatementPaper({ statement, by, title }: PaperProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const zone = statement.time_zone;
  const lastMoment = new Date(Date.parse(statement.ends_at) - 1).toISOString();
  const state = statement.frozen_at === null ? t.provisional : t.frozenAt(momentText(statement.frozen_at, zone));
  return (
    <div className="statement">
      <Receipt
        head={
          <span className="statement-title">
            <b>{title}</b>
            <StatusWord look={statement.state === 'frozen' ? 'go' : 'off'}>{t.states[statement.state]}</StatusWord>
          </span>
        }
        headRight={`${account.name} · ${partsOf(statement.starts_at, zone).date} ${t.to} ${partsOf(lastMoment, zone).date} · ${zone}`}
        lines={linesOf(statement, by, t)}
        total={statement.closing}
        totalLabel={t.closing}
        decimals={2}
        places={places}
        note={
          <>
            {state} {nano(statement.usage) === 0n ? t.nothing : ''} {t.note}
            <br />
            <IssuerLine />
          </>
        }
      />
    </div>
  );
}
