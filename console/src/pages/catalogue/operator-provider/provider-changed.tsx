import { ApiError } from '../../../api/http/api-error.ts';
import type { Provider } from '../../../api/providers.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { providerChanges } from './provider-changes.ts';
import { changedTexts } from './changed-texts.ts';

interface ProviderChangedProps {
  readonly error: unknown;
  /** The provider when the form was opened, and now. */
  readonly before: Provider;
  readonly now: Provider;
  /** Starts the form again from the current values. */
  readonly onReload: () => void;
}

/** The difference, after someone else has changed the provider that a form edits. */
export function ProviderChanged({ error, before, now, onReload }: ProviderChangedProps) {
  const t = useTexts(changedTexts);
  const isChanged = error instanceof ApiError && error.reason === 'provider_changed';
  if (!isChanged || now.revision === before.revision) return null;
  const fields: Readonly<Record<string, string | undefined>> = t.fields;
  const changes = providerChanges(before, now);
  return (
    <div className="changed-since">
      <p className="hint">{t.changed}</p>
      <ul>
        {changes.map(({ path, before: earlier, now: later }) => (
          <li key={path.join(' ')}>
            {path.map((part) => fields[part] ?? part).join(' · ')} <code>{earlier ?? t.none}</code> →{' '}
            <code>{later ?? t.none}</code>
          </li>
        ))}
      </ul>
      {changes.length === 0 ? <p className="hint">{t.unshown}</p> : null}
      <Button onClick={onReload}>{t.reload}</Button>
    </div>
  );
}
