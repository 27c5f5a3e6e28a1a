import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { ownRoutesQuery } from '../../../api/own-routes.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { formTexts } from './form-texts.tsx';
import type { KeyForm } from './key-form.ts';

interface PreferredRouteFieldProps {
  readonly form: KeyForm;
  readonly onChange: (change: Partial<KeyForm>) => void;
  /** The server's error for a field, by its API name. */
  readonly refused: (param: string) => string | undefined;
}

/** The route that calls use while it works. Only accounts with own upstreams have a choice. */
export function PreferredRouteField({ form, onChange, refused }: PreferredRouteFieldProps) {
  const t = useTexts(formTexts);
  const { data: routes = [] } = useQuery(ownRoutesQuery(useAccount().id));
  const { preferredRoute } = form;
  if (routes.length === 0 && preferredRoute === null) return null;
  const isListed = preferredRoute === null || routes.some(({ id }) => id === preferredRoute);
  // The name of a route that an operator chose is not for members.
  const other = isListed ? [] : [[preferredRoute, t.otherRoute] as const];
  const names = routes.map(({ upstream, region }) => `${upstream} · ${t.regions[region]}`);
  const named = routes.map(({ id }, at) => {
    const name = names[at] ?? id;
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return [id, isAlone ? name : `${name} · ${id}`] as const;
  });
  return (
    <SelectField
      label={t.preferred}
      hint={t.preferredHint}
      value={preferredRoute ?? ''}
      options={[['', t.noRoute], ...other, ...named]}
      error={refused('preferred_route')}
      onChange={(value) => {
        onChange({ preferredRoute: value === '' ? null : value });
      }}
    />
  );
}
