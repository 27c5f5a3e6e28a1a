import { useLocation, useParams } from '@tanstack/react-router';
import { withQuery } from '../../paths.ts';
import { useHistory } from './use-history.ts';

export type Query = Readonly<Record<string, string | undefined>>;

export interface AddressState {
  readonly query: Query;
  /**
   * Changes the given parameters and keeps the others; undefined removes one. Unless `replace` is set, the back button returns to the
   * previous state.
   */
  readonly set: (change: Query, options?: { readonly replace?: boolean }) => void;
  /** The URL of this page with that change, for links. */
  readonly with: (change: Query) => string;
}

/** The state of a page (filters, range, tab, open row) is in its URL, so that people can share and revisit it. */
export function useAddressState(): AddressState {
  const history = useHistory();
  const { pathname, searchStr } = useLocation();
  const query: Query = Object.fromEntries(new URLSearchParams(searchStr));
  const changed = (change: Query): string => withQuery(pathname, { ...query, ...change });
  return {
    query,
    with: changed,
    set(change, { replace = false } = {}) {
      if (replace) history.replace(changed(change));
      else history.push(changed(change));
    },
  };
}

/** A path parameter that the route names: `useAddressPart('keyId')`. */
export function useAddressPart(name: string): string {
  const parts: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parts[name] ?? '';
}
