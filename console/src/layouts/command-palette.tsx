import { useState, type KeyboardEvent } from 'react';
import { useGo } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { Window } from '../ui/windows/window.tsx';
import { closePalette, usePaletteIsOpen } from './command-palette-state.ts';
import './command-palette.css';
import { useFound, type Found } from './palette-finds.ts';
import { paletteTexts } from './palette-texts.ts';

/** ⌘K: opens pages by typing a few letters, or a call by pasting its request id. */
export function CommandPalette() {
  return usePaletteIsOpen() ? <OpenPalette /> : null;
}

function OpenPalette() {
  const t = useTexts(paletteTexts);
  const go = useGo();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFound(words);
  const at = Math.min(chosen, Math.max(0, found.length - 1));
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
      setChosen((at + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') open(found[at]);
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
          aria-activedescendant={found.length === 0 ? undefined : `palette-${String(at)}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t.hint}
          value={words}
          onKeyDown={onKey}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen(0);
          }}
        />
      </label>
      <ul id="palette-list" role="listbox" aria-label={t.title}>
        {found.map((one, index) => (
          <li
            key={one.to}
            id={`palette-${String(index)}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => {
              setChosen(index);
            }}
            onClick={() => {
              open(one);
            }}
          >
            <Icon name={one.icon} />
            <span>{one.label}</span>
            <small className="quiet">{one.note}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="palette-none quiet">{t.nothing}</p> : null}
    </Window>
  );
}
