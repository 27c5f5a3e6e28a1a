import type { FormName } from '@tollgate/contract/refusals/form-words';
import { useCause } from './error-state.tsx';

interface FormFaultProps {
  readonly error: unknown;
  /** The form whose texts explain the error. */
  readonly form?: FormName;
  /** Shown next to the pressed button if there is no separate line for it. */
  readonly isInline?: boolean;
}

/** The error of a submitted form or a pressed button; empty if there is none. */
export function FormFault({ error, form, isInline = false }: FormFaultProps) {
  const cause = useCause(error, form);
  if (error === null) return null;
  if (isInline)
    return (
      <span className="bad" role="alert">
        {cause}
      </span>
    );
  return (
    <p className="hint bad" role="alert">
      {cause}
    </p>
  );
}
