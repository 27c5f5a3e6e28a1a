import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { IconButton } from '../buttons/button.tsx';
import './drawer.css';
import { isListOpen } from './is-list-open.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

const texts = defineTexts({ zh: { close: '关闭' }, en: { close: 'Close' } });

interface DrawerProps {
  readonly title: ReactNode;
  /** Plain text, if the title contains more than text. */
  readonly label: string;
  readonly sub?: ReactNode;
  /** Buttons, main button last. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  /** Prevents closing: the ✕ is hidden, and Esc calls `onRefusedClose`. */
  readonly isLocked?: boolean;
  readonly onRefusedClose?: () => void;
  readonly children: ReactNode;
}

function DrawerParts({ title, sub, foot, onClose, isLocked = false, children }: DrawerProps) {
  const t = useTexts(texts);
  return (
    <>
      <div className="drawer-head">
        <div>
          {/* Receives the focus if there is no field. */}
          <h2 tabIndex={-1}>{title}</h2>
          {sub}
        </div>
        {isLocked ? null : <IconButton icon="close" label={t.close} onClick={onClose} />}
      </div>
      <div className="drawer-body">{children}</div>
      {foot === undefined ? null : <div className="drawer-foot">{foot}</div>}
    </>
  );
}

/** A form above the page. It keeps the focus inside, and restores it when it closes. */
export function FormDrawer(props: DrawerProps) {
  const { label, onClose, isLocked = false, onRefusedClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('.drawer-body :is(input, select, textarea, .btn.primary)')?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const { close, watch, question } = useGuardedClose(dialog, onClose);
  // React also passes on events of windows opened from this one, which handle them.
  const isOwn = ({ target }: { readonly target: EventTarget }): boolean =>
    target instanceof Node && dialog.current?.contains(target) === true;
  return createPortal(
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={label}
      {...watch}
      onCancel={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        if (isLocked) onRefusedClose?.();
        else close();
      }}
      onKeyDown={(event) => {
        // Otherwise a second Esc would close the window anyway.
        if (event.key === 'Escape' && isLocked && isOwn(event)) {
          event.preventDefault();
          onRefusedClose?.();
        }
      }}
    >
      <DrawerParts {...props} onClose={close} />
      {question}
    </dialog>,
    document.body,
  );
}

/**
 * Details next to their list, which stays readable; J and K move through the rows. Opening moves the focus to the heading, so that its
 * controls come next. Closing moves it back to the open row.
 */
export function DetailDrawer(props: DrawerProps) {
  const { label, onClose } = props;
  const place = useRef<HTMLElement>(null);
  const guarded = useGuardedClose(place, onClose);
  const close = useRef(guarded.close);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    close.current = guarded.close;
    // J and K may have moved to another row.
    opener.current = document.querySelector('[data-row-link][aria-current=true]') ?? opener.current;
  });
  useEffect(() => {
    opener.current ??= document.activeElement;
    place.current?.querySelector('h2')?.focus();
    let hadList = false;
    // An open list closes first, and is already closed when the event arrives here.
    const lookForLists = (): void => {
      hadList = isListOpen(document);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || hadList) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // The same key press must not close the confirmation that this may open.
      event.preventDefault();
      close.current();
    };
    document.documentElement.classList.add('has-detail');
    addEventListener('keydown', lookForLists, { capture: true });
    addEventListener('keydown', onKey);
    return () => {
      document.documentElement.classList.remove('has-detail');
      removeEventListener('keydown', lookForLists, { capture: true });
      removeEventListener('keydown', onKey);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);
  return (
    <aside ref={place} className="drawer" aria-label={label} {...guarded.watch}>
      <DrawerParts {...props} onClose={guarded.close} />
      {guarded.question}
    </aside>
  );
}
