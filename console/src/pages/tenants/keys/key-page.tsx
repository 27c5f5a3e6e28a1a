import { useQuery } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { useState, type ReactNode } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { keyQuery, type OwnKey } from '../../../api/keys.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton, useGo } from '../../../components/links/app-link.tsx';
import { KeyState } from '../../../components/tenants/key-state.tsx';
import { RaiseCap } from '../../../components/tenants/raise-cap.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { DeleteKey } from './delete-key.tsx';
import { KeyHistory } from './key-history.tsx';
import { useSwitchKey } from './key-menu.tsx';
import { keyPageTexts } from './key-page-texts.ts';
import { KeySettings } from './key-settings.tsx';
import { KeyModels, KeyUse } from './key-use.tsx';
import './keys.css';
import { ReplacedKey } from './replaced-key.tsx';
import { ResetKey } from './reset-key.tsx';
import { texts } from './texts.ts';

/** One key: usage, settings and history. */
export default function KeyPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const keyId = useAddressPart('keyId');
  const key = useQuery(keyQuery(account.id, keyId));
  const crumb = <AppLink to={paths.keys}>{t.title}</AppLink>;
  if (key.data === undefined)
    return (
      <>
        <PageHead title={t.key} crumb={crumb} />
        <Loading of={key} what={t.failedOne} height={560} />
      </>
    );
  return (
    <>
      <ShownKey key={key.data.id} record={key.data} crumb={crumb} />
      <ReplacedKey />
    </>
  );
}

function ShownKey({ record, crumb }: { readonly record: OwnKey; readonly crumb: ReactNode }) {
  const t = useTexts(texts);
  const account = useAccount();
  const isOver = record.status === 'reset' || record.status === 'deleted';
  const mayWrite = hasRight('keys.write', account.role, account.sub_account_id !== null) && !isOver;
  return (
    <>
      <PageHead title={record.remark || t.untitled} crumb={crumb}>
        <span className="key-status">
          <KeyState record={record} />
        </span>
        {mayWrite ? <KeyActions record={record} /> : null}
        <span className="grow" />
        <LinkButton to={paths.calls({ key_id: record.id })} icon="log">
          {t.menu.calls}
        </LinkButton>
      </PageHead>
      <Over record={record} />
      <KeyUse record={record} />
      <div className="cols">
        <KeySettings record={record} mayWrite={mayWrite} />
        <div className="key-aside">
          <KeyModels record={record} />
          {hasRight('audit.read', account.role, account.sub_account_id !== null) ? <KeyHistory record={record} /> : null}
        </div>
      </div>
    </>
  );
}

/** Shown for an ended key: its replacement. */
function Over({ record }: { readonly record: OwnKey }) {
  const t = useTexts(keyPageTexts);
  if (record.status === 'reset')
    return (
      <Notice
        {...(record.replaced_by === null
          ? {}
          : { remedy: <AppLink to={paths.key(record.replaced_by)}>{t.openReplacement}</AppLink> })}
      >
        {t.wasReset}
      </Notice>
    );
  if (record.status === 'deleted') return <Notice>{t.wasDeleted}</Notice>;
  return record.status === 'expired' ? <Notice>{t.hasExpired}</Notice> : null;
}

function KeyActions({ record }: { readonly record: OwnKey }) {
  const t = useTexts(texts);
  const go = useGo();
  const switchKey = useSwitchKey();
  const [asking, setAsking] = useState<'reset' | 'remove' | null>(null);
  const close = (): void => {
    setAsking(null);
  };
  return (
    <>
      {record.status === 'paused' ? <RaiseCap record={record} /> : null}
      <Button
        onClick={() => {
          switchKey(record);
        }}
      >
        {record.status === 'disabled' ? t.menu.enable : t.menu.disable}
      </Button>
      <Button
        onClick={() => {
          setAsking('reset');
        }}
      >
        {t.menu.reset}
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setAsking('remove');
        }}
      >
        {t.menu.remove}
      </Button>
      {asking === 'reset' ? <ResetKey record={record} onClose={close} /> : null}
      {asking === 'remove' ? (
        <DeleteKey
          record={record}
          onClose={close}
          onDeleted={() => {
            go(paths.keys);
          }}
        />
      ) : null}
    </>
  );
}
