import { HttpStatus } from '../../ui/states/status-word.tsx';
import type { CodeErrors } from './errors-by-code.ts';

/** The status of an error code, or its class if the code is unknown. */
export function ErrorStatus({ status }: Pick<CodeErrors, 'status'>) {
  return typeof status === 'number' ? <HttpStatus status={status} /> : <span className="st">{status}</span>;
}
