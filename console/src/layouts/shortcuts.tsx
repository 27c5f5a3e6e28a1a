import { useEffect, useState } from 'react';
import { useGo } from '../components/links/app-link.tsx';
import { defineTexts, useTexts } from '../i18n/texts.ts';
import { Button } from '../ui/buttons/button.tsx';
import { commandKey } from '../ui/command-key.ts';
import { Modal } from '../ui/windows/modal.tsx';
import { openPalette } from './command-palette/command-palette-state.ts';
import { layoutTexts } from './layout-texts.ts';
import { accountPlaces } from './navigation.ts';
import './shortcuts.css';

const texts = defineTexts({
  zh: {
    title: '键盘快捷键',
    all: '搜索、跳转、打开请求 ID',
    goTo: (name: string) => `前往${name}`,
    search: '搜索',
    create: '新建',
    filter: '筛选',
    exporting: '导出',
    rows: '上一行、下一行、打开',
    close: '关闭',
    submit: '提交表单',
    show: '显示本列表',
    isOn: '启用单键快捷键',
    done: '完成',
  },
  en: {
    title: 'Keyboard shortcuts',
    all: 'Search, jump, open a request id',
    goTo: (name: string) => `Go to ${name}`,
    search: 'Search',
    create: 'New',
    filter: 'Filter',
    exporting: 'Export',
    rows: 'Previous row, next row, open',
    close: 'Close',
    submit: 'Submit form',
    show: 'Show this list',
    isOn: 'Enable single-key shortcuts',
    done: 'Done',
  },
});

const place = 'tollgate.shortcuts';
const areOn = (): boolean => localStorage.getItem(place) !== 'off';

/** Elements for a shortcut have a `data-shortcut` attribute with one of these names. */
const marked: Readonly<Record<string, string>> = { '/': 'search', n: 'new', f: 'filter', e: 'export' };
/** Time after G in which a second key belongs to it. */
const chordMs = 1_200;

const destinations = new Map(
  accountPlaces.flatMap(({ places }) =>
    places.flatMap(({ letter, to }) => (letter === undefined ? [] : [[letter, to] as const])),
  ),
);

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Presses or focuses the element that the page has marked for that key. */
function pressMarked(key: string): boolean {
  const name = marked[key];
  const element = name === undefined ? null : document.querySelector<HTMLElement>(`[data-shortcut='${name}']`);
  if (element === null) return false;
  element.focus();
  if (!element.matches('input, textarea')) element.click();
  return true;
}

/** Submits through the button, so that a disabled or busy form cannot be submitted by keys either. */
function pressSubmit(form: HTMLFormElement): void {
  const button = [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit');
  if (button instanceof HTMLElement) button.click();
  else form.requestSubmit();
}

/** The form that contains the focus, or the form of the window with the focused button. */
function submitForm(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const form = target.closest('form') ?? target.closest('dialog')?.querySelector('form') ?? null;
  if (form === null) return false;
  if (target.closest('.ant-select') === null) pressSubmit(form);
  else {
    // Text typed into a list is accepted when the list loses the focus.
    target.blur();
    requestAnimationFrame(() => {
      pressSubmit(form);
    });
  }
  return true;
}

/** A field that opens a list would handle Enter itself, even with a modifier key. */
function takeBeforeLists(event: KeyboardEvent): void {
  const isSubmit = (event.metaKey || event.ctrlKey) && event.key === 'Enter' && !event.isComposing;
  if (!isSubmit || !(event.target instanceof Element) || event.target.closest('.ant-select') === null) return;
  if (!submitForm(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handles single keys, and the key after G. Returns whether the key had an effect. */
function listenForSingles(go: (to: string) => void, showList: () => void): (event: KeyboardEvent) => boolean {
  let goneAt = -Infinity;
  return (event) => {
    const key = event.key.toLowerCase();
    const isChord = event.timeStamp - goneAt < chordMs;
    goneAt = key === 'g' ? event.timeStamp : -Infinity;
    const destination = isChord ? destinations.get(key) : undefined;
    if (destination !== undefined) {
      go(destination);
      return true;
    }
    if (key === '?') {
      showList();
      return true;
    }
    return !isChord && pressMarked(key);
  };
}

/** Handles a key with the command key. Returns whether it had an effect. */
function takeCommand(event: KeyboardEvent): boolean {
  if (event.key === 'Enter') return submitForm(event.target);
  if (event.key.toLowerCase() !== 'k') return false;
  openPalette();
  return true;
}

function maySingle(event: KeyboardEvent): boolean {
  return !event.altKey && !isInField(event.target) && areOn() && document.querySelector('dialog[open]') === null;
}

/** Listens for shortcuts. Single keys do nothing in fields, in open windows and when shortcuts are off. */
export function Shortcuts() {
  const go = useGo();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const takeSingle = listenForSingles(go, () => {
      setShown(true);
    });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const isTaken = event.metaKey || event.ctrlKey ? takeCommand(event) : maySingle(event) && takeSingle(event);
      if (isTaken) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    addEventListener('keydown', takeBeforeLists, { capture: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('keydown', takeBeforeLists, { capture: true });
    };
  }, [go]);
  const close = (): void => {
    setShown(false);
  };
  return isShown ? <ShortcutList onClose={close} /> : null;
}

function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { places } = useTexts(layoutTexts);
  const [isOn, setOn] = useState(areOn);
  const named = accountPlaces.flatMap((group) => group.places).filter(({ letter }) => letter !== undefined);
  const rows: readonly (readonly [string, string])[] = [
    [`${commandKey} K`, t.all],
    ...named.map(({ letter = '', name }) => [`G ${letter.toUpperCase()}`, t.goTo(places[name])] as const),
    ['/', t.search],
    ['N', t.create],
    ['F', t.filter],
    ['E', t.exporting],
    ['J K ↵', t.rows],
    ['Esc', t.close],
    [`${commandKey} ↵`, t.submit],
    ['?', t.show],
  ];
  return (
    <Modal label={t.title} onClose={onClose}>
      <header>
        <h2>{t.title}</h2>
      </header>
      <dl className="pad shortcuts">
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>{what}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        <label className="shortcut-switch">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => {
              localStorage.setItem(place, event.target.checked ? 'on' : 'off');
              setOn(event.target.checked);
            }}
          />
          {t.isOn}
        </label>
        <span className="grow" />
        <Button onClick={onClose}>{t.done}</Button>
      </footer>
    </Modal>
  );
}
