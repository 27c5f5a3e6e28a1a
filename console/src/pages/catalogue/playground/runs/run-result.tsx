import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Sheet } from '../../../../ui/sheet.tsx';
import { CallFoot } from '../calls/call-foot.tsx';
import { FaultNote } from '../calls/fault-note.tsx';
import { runTexts } from './run-texts.ts';
import type { Run } from './run.ts';

interface RunResultProps<Result> {
  readonly accountId: string;
  readonly run: Run<Result>;
  readonly onRetry: () => void;
  readonly children: (result: Result) => ReactNode;
  /** Replaces the default text while the call runs. */
  readonly progress?: ReactNode;
}

/** The result of a call and its cost, or why there is none. */
export function RunResult<Result>({ accountId, run, onRetry, children, progress }: RunResultProps<Result>) {
  const t = useTexts(runTexts);
  const { state, result, requestId, fault, keyId } = run;
  if (state === 'idle') return null;
  return (
    <Sheet title={t.result} isPadded className="run-result">
      {state === 'running' ? (
        <div className="quiet remark" role="status">
          {progress ?? t.running}
        </div>
      ) : null}
      {state === 'stopped' ? <p className="quiet remark">{t.stopped}</p> : null}
      {fault === null ? null : <FaultNote fault={fault} keyId={keyId} onRetry={onRetry} />}
      {state === 'done' && result !== null ? children(result) : null}
      {requestId !== null && (state === 'done' || state === 'stopped') ? (
        <div className="turn-end">
          <CallFoot accountId={accountId} requestId={requestId} />
        </div>
      ) : null}
    </Sheet>
  );
}
