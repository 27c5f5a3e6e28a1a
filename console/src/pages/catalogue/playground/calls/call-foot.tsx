import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../../components/links/app-link.tsx';
import { nano } from '../../../../components/money/money-text.ts';
import { Money } from '../../../../components/money/money.tsx';
import { useTexts } from '../../../../i18n/texts.ts';
import { paths } from '../../../../paths.ts';
import { countText, durationText } from '../../../../ui/number-text.ts';
import { Icon } from '../../../../ui/pictures/icon.tsx';
import { bookedCallQuery, type BookedCall } from './booked-call.ts';
import { CallPaper } from './call-paper.tsx';
import { callTexts } from './call-texts.ts';
import './calls.css';

interface CallFootProps {
  readonly accountId: string;
  readonly requestId: string;
}

/** The cost of a call as recorded, whose amount opens its receipt, and what the upstream did not receive. */
export function CallFoot({ accountId, requestId }: CallFootProps) {
  const t = useTexts(callTexts);
  const [isOpen, setOpen] = useState(false);
  const { data: call, isError } = useQuery(bookedCallQuery(accountId, requestId));
  if (call === undefined)
    return (
      <p className="call-foot quiet" role="status">
        {isError ? t.later : t.writing}
        {isError ? <AppLink to={paths.call(requestId)}>{t.openCall}</AppLink> : null}
      </p>
    );
  const isCharged = nano(call.charge_exact) > 0n;
  const hasTokens = call.input_tokens + call.output_tokens > 0;
  return (
    <>
      <div className="call-foot">
        <button
          type="button"
          className="call-charge"
          aria-expanded={isOpen}
          title={t.showReceipt}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isCharged ? (
            <>
              {t.charged} <Money amount={call.charge_exact} kind="call" hasSign />
            </>
          ) : (
            t.free
          )}
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
        {hasTokens ? <span>{t.tokens(countText(call.input_tokens), countText(call.output_tokens))}</span> : null}
        {call.first_token_ms === null || !call.streamed ? null : <span>{t.first(durationText(call.first_token_ms))}</span>}
        <span>{durationText(call.duration_ms)}</span>
      </div>
      <Dropped call={call} />
      {isOpen ? <CallPaper call={call} /> : null}
    </>
  );
}

function Dropped({ call: { trail } }: { readonly call: BookedCall }) {
  const t = useTexts(callTexts);
  const { dropped = [] } = trail ?? {};
  if (dropped.length === 0) return null;
  return (
    <p className="call-dropped">
      {t.dropped}
      <code>{dropped.join(', ')}</code>
    </p>
  );
}
