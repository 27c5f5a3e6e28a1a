import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { BooksView } from './books-view.tsx';
import { ChangesList } from './changes-list.tsx';
import './operator-audit.css';
import { SpaceView } from './space-view.tsx';
import { texts } from './texts.ts';

const views = ['books', 'changes', 'space'] as const;
/** A URL with one of these parameters opens the changes. */
const ofChanges = ['object_kind', 'object_id', 'actor', 'action', 'entry'] as const;

/** Audits of the books, the audit log, and the accounts that use the most storage. */
export default function OperatorAuditPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const usual = ofChanges.some((name) => query[name] !== undefined) ? 'changes' : 'books';
  const view = views.find((name) => name === query.view) ?? usual;
  const switcher = (
    <Segments
      label={t.view}
      value={view}
      options={views.map((name) => ({ value: name, label: t.views[name] }))}
      onChange={(next) => {
        set({
          ...Object.fromEntries([...ofChanges, 'range', 'from', 'to', 'audit'].map((name) => [name, undefined])),
          view: next,
        });
      }}
    />
  );
  if (view === 'space') return <SpaceView views={switcher} />;
  return view === 'books' ? <BooksView views={switcher} /> : <ChangesList views={switcher} />;
}
