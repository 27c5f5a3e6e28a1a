import { useId, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { defineTexts, useTexts } from '../i18n/texts.ts';
import { CopyButton } from './buttons/copy-button.tsx';
import type { CodeSample } from './code-sample.ts';
import './code-tabs.css';

const texts = defineTexts({
  zh: { languages: '语言', copy: '复制代码' },
  en: { languages: 'Language', copy: 'Copy the code' },
});

interface CodeTabsProps {
  readonly samples: readonly CodeSample[];
  readonly isSmall?: boolean;
  /** Samples with the same key share their selection. */
  readonly keptAs?: string;
}

const placeOf = (keptAs: string): string => `tollgate.${keptAs}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(keptAs: string, name: string): void {
  localStorage.setItem(placeOf(keptAs), name);
  for (const listener of listeners) listener();
}

/** The same sample in several languages. The selection applies to all pages; the height is that of the longest sample. */
export function CodeTabs({ samples, isSmall = false, keptAs = 'code' }: CodeTabsProps) {
  const t = useTexts(texts);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(placeOf(keptAs)));
  const current = samples.find(({ name }) => name === chosen) ?? samples[0];
  if (current === undefined) return null;
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = samples.at((samples.indexOf(current) + step) % samples.length);
    if (next === undefined) return;
    choose(keptAs, next.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[samples.indexOf(next)]?.focus();
  };
  return (
    <div className={isSmall ? 'code small' : 'code'}>
      <div className="code-head">
        <div role="tablist" aria-label={t.languages} ref={list} onKeyDown={onKey}>
          {samples.map(({ name }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${name}`}
              aria-controls={`${id}-panel-${name}`}
              aria-selected={name === current.name}
              tabIndex={name === current.name ? 0 : -1}
              onClick={() => {
                choose(keptAs, name);
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={current.code} label={t.copy} />
      </div>
      <div className="code-panes">
        {samples.map(({ name, code }) => (
          <pre
            key={name}
            role="tabpanel"
            id={`${id}-panel-${name}`}
            aria-labelledby={`${id}-tab-${name}`}
            tabIndex={name === current.name ? 0 : -1}
            data-shown={name === current.name}
          >
            <code>{coloured(code)}</code>
          </pre>
        ))}
      </div>
    </div>
  );
}

/** Code in one language. */
export function Code({ code, name = '' }: { readonly code: string; readonly name?: string }) {
  const t = useTexts(texts);
  return (
    <div className="code small">
      <div className="code-head">
        <span className="quiet">{name}</span>
        <CopyButton text={code} label={t.copy} />
      </div>
      <pre tabIndex={0}>
        <code>{coloured(code)}</code>
      </pre>
    </div>
  );
}

const marked = /("[^"\n]*"|'[^'\n]*')|((?:^|(?<=\s))(?:#|\/\/)[^\n]*)/g;

/** Colours strings and mutes comments, which is enough for samples. */
function coloured(code: string): React.ReactNode[] {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(marked)) {
    parts.push(code.slice(end, match.index));
    const [whole, text] = match;
    parts.push(text === undefined ? <cite key={match.index}>{whole}</cite> : <q key={match.index}>{text}</q>);
    end = match.index + whole.length;
  }
  return [...parts, code.slice(end)];
}
