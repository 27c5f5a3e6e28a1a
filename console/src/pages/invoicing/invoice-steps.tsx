import type { InvoiceAnswer } from '@tollgate/contract/invoicing/console-invoices';
import { Time } from '../../components/time/time.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { ProgressSteps, type ProgressStep } from '../../ui/states/progress-steps.tsx';
import { invoiceTexts } from '../../components/invoicing/invoice-texts.ts';

type Invoice = Pick<InvoiceAnswer, 'state' | 'steps' | 'dates' | 'reversal'>;
type Span = Invoice['dates']['review'];

/** `11-24 – 11-25`, with the year if it is not the current one. */
export function spanText({ from, to }: Pick<Span, 'from' | 'to'>): string {
  const short = (date: string): string => date.slice(5);
  return from === to ? short(from) : `${short(from)} – ${short(to)}`;
}

/** Returns a function that formats the expected dates of a pending step. */
export function useExpected(): (span: Span) => string {
  const t = useTexts(invoiceTexts);
  return (span) => t.by(spanText(span)) + (span.is_estimated ? t.estimated : '');
}

/** Progress of a request: past steps, and expected dates. */
export function InvoiceSteps({ invoice: { state, steps, dates, reversal } }: { readonly invoice: Invoice }) {
  const t = useTexts(invoiceTexts);
  const expected = useExpected();
  const taken = steps.map((step, at): ProgressStep => {
    const isBack = step.state === 'issued' && steps.slice(0, at).some((one) => one.state === 'issued');
    return {
      state: 'done',
      title: isBack ? t.stays : t.steps[step.state],
      time: <Time at={step.at} />,
      ...(step.note === null ? {} : { note: step.note }),
    };
  });
  const ahead = (): readonly ProgressStep[] => {
    const issuing = { title: t.issuing, time: expected(dates.issuance) };
    if (state === 'submitted' || state === 'under_review')
      return [
        { state: 'now', title: t.reviewing, time: expected(dates.review) },
        { state: 'ahead', ...issuing },
      ];
    if (state === 'approved') return [{ state: 'now', ...issuing }];
    if (state === 'reversal_requested')
      return [
        { state: 'now', title: t.slipAhead },
        { state: 'ahead', title: t.reverseAhead },
      ];
    if (state === 'reversal_confirming') {
      const voidAt = reversal?.void_at ?? null;
      return [
        {
          state: 'now',
          title: t.reverseAhead,
          ...(voidAt === null ? {} : { note: t.voidAt, time: <Time at={voidAt} /> }),
        },
      ];
    }
    return [];
  };
  return <ProgressSteps steps={[...taken, ...ahead()]} />;
}
