import { useCause } from '../../components/error-state.tsx';

/** What went wrong with a form, below it. */
export function FaultLine({ error }: { readonly error: unknown }) {
  const cause = useCause(error);
  return error === null || error === undefined ? null : (
    <p className="hint bad" role="alert">
      {error instanceof Error && 'status' in error && error.status === 401 ? error.message : cause}
    </p>
  );
}
