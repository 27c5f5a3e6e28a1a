import { CallReceiptPaper } from '../../../../components/calls/call-receipt.tsx';
import { AppLink } from '../../../../components/links/app-link.tsx';
import { useTexts } from '../../../../i18n/texts.ts';
import { paths } from '../../../../paths.ts';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import type { BookedCall } from './booked-call.ts';
import { callTexts } from './call-texts.ts';

/** The receipt of a recorded call, with a link to its row in the log. */
export function CallPaper({ call }: { readonly call: BookedCall }) {
  const t = useTexts(callTexts);
  return (
    <div className="call-paper">
      <CallReceiptPaper
        call={call}
        note={
          <>
            {call.usage_estimated ? `${t.estimated} ` : ''}
            {t.requestId} <code>{call.id}</code> <CopyButton text={call.id} label={t.copyRequestId} />{' '}
            <AppLink to={paths.call(call.id)}>{t.openCall}</AppLink>
          </>
        }
      />
    </div>
  );
}
