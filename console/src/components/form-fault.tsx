import type { FormName } from '@tollgate/contract/console/form-words';
import { useCause } from './error-state.tsx';

interface FormFaultProps {
  readonly error: unknown;
  /** Whose words say what is wrong. */
  readonly form?: FormName;
}

/** What went wrong with what was sent, on a line of its own. Nothing, if nothing did. */
export function FormFault({ error, form }: FormFaultProps) {
  const cause = useCause(error, form);
  if (error === null) return null;
  return (
    <p className="hint bad" role="alert">
      {cause}
    </p>
  );
}
