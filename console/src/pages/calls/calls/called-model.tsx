import { operations, operationText } from '../../../components/calls/operations.ts';
import { useLanguage } from '../../../i18n/texts.ts';
import type { CallRow } from './call-source.ts';

/** The model of a call, with the operation if it is not the usual one; for calls without a model the operation alone. */
export function CalledModel({ call: { model, endpoint } }: { readonly call: Pick<CallRow, 'model' | 'endpoint'> }) {
  const words = operationText(endpoint, useLanguage());
  const title = operations[endpoint]?.route ?? endpoint;
  if (model === null)
    return (
      <span className="quiet" title={title}>
        {words}
      </span>
    );
  return (
    <>
      <span className="mono" title={model}>
        {model}
      </span>
      {operations[endpoint]?.isMarked === true ? (
        <span className="quiet" title={title}>
          {' '}
          · {words}
        </span>
      ) : null}
    </>
  );
}
