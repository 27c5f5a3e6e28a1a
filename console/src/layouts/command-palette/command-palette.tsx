import { useEffect, useState, type KeyboardEvent } from 'react';
import { useGo } from '../../components/links/app-link.tsx';
import { useListing, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { Window } from '../../ui/windows/window.tsx';
import { closePalette, usePaletteIsOpen } from './command-palette-state.ts';
import './command-palette.css';
import { useFound, useSeeker, type AllFound, type Found, type FoundGroup } from './palette-finds.ts';
import { paletteTexts } from './palette-texts.ts';
import { isLongEnough } from './use-found-objects.ts';

/** ⌘K: opens pages by typing a few letters, objects by name or number, or a call by pasting its request id. */
export function CommandPalette() {
  return usePaletteIsOpen() ? <OpenPalette /> : null;
}

const optionId = (at: number): string => `palette-${String(at)}`;

function OpenPalette() {
  const t = useTexts(paletteTexts);
  const go = useGo();
  const { account, operator } = useSeeker();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState('');
  const found = useFound(words);
  const { groups } = found;
  const all = groups.flatMap((group) => group.found);
  // The selected entry stays selected while further results arrive.
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === chosen),
  );
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    closePalette();
    if (one.isOutside === true) location.assign(one.to);
    else go(one.to);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(all.at((at + step) % Math.max(1, all.length))?.id ?? '');
    }
    if (event.key === 'Enter') open(all[at]);
  };
  return (
    <Window label={t.title} className="palette" onClose={closePalette}>
      <label className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t.title}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={all.length === 0 ? undefined : optionId(at)}
          autoComplete="off"
          spellCheck={false}
          placeholder={account === null && operator === null ? t.hintOfVisitors : t.hint}
          value={words}
          onKeyDown={onKey}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen('');
          }}
        />
      </label>
      <FoundList groups={groups} chosen={all[at]} onChoose={setChosen} onOpen={open} />
      <SearchState words={words} count={all.length} found={found} />
    </Window>
  );
}

interface SearchStateProps {
  readonly words: string;
  readonly count: number;
  readonly found: AllFound;
}

/** Whether the search is running, found nothing or failed. */
function SearchState({ words, count, found: { isSearching, failed, onRetry } }: SearchStateProps) {
  const t = useTexts(paletteTexts);
  const listed = useListing();
  return (
    <>
      <p className="sr" role="status">
        {words === '' || isSearching ? '' : t.results(count)}
      </p>
      {isSearching ? <p className="palette-note palette-searching quiet">{t.searching}</p> : null}
      {count === 0 && failed.length === 0 && !isSearching ? (
        <p className="palette-note quiet">{isLongEnough(words) ? t.nothing : t.short}</p>
      ) : null}
      {failed.length === 0 || isSearching ? null : (
        <p className="palette-note" role="alert">
          {t.failed(listed(failed))}{' '}
          <Button icon="retry" onClick={onRetry}>
            {t.retry}
          </Button>
        </p>
      )}
    </>
  );
}

interface FoundListProps {
  readonly groups: readonly FoundGroup[];
  readonly chosen: Found | undefined;
  readonly onChoose: (id: string) => void;
  readonly onOpen: (one: Found) => void;
}

function FoundList({ groups, chosen, onChoose, onOpen }: FoundListProps) {
  const t = useTexts(paletteTexts);
  const all = groups.flatMap((group) => group.found);
  return (
    <div id="palette-list" className="palette-list" role="listbox" aria-label={t.title}>
      {groups.map(({ name, title, note, found }) => (
        <ul key={name} role="group" aria-labelledby={`palette-of-${name}`}>
          <li role="presentation" id={`palette-of-${name}`} className="palette-head">
            {title} {note === undefined ? null : <small>{note}</small>}
          </li>
          {found.map((one) => (
            <li
              key={one.id}
              id={optionId(all.indexOf(one))}
              className="palette-row"
              role="option"
              aria-selected={one === chosen}
              onPointerMove={() => {
                onChoose(one.id);
              }}
              onClick={() => {
                onOpen(one);
              }}
            >
              <Icon name={one.icon} />
              <span className="cut">
                {one.label}
                {one.line === undefined ? null : <small className="block cut quiet">{one.line}</small>}
              </span>
              {one.note === undefined ? null : <small className="quiet">{one.note}</small>}
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
