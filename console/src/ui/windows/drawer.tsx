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
  /** In plain words, if the title is more than that. */
  readonly label: string;
  readonly sub?: ReactNode;
  /** Buttons, the main one last. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  /** Must not be closed now: there is no ✕, and Esc calls `onRefusedClose`. */
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

/** A form over the page. It keeps the focus inside, and gives it back when it closes. */
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
  // React hands on what happens in windows that were opened from here; that is theirs.
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
        // A second Esc would close it in any case.
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
 * A detail next to its list, which stays readable: the page makes room, and J and K move through the rows. The focus goes to its heading, so
 * that its controls come next, and back to the open row when it closes.
 */
export function DetailDrawer(props: DrawerProps) {
  const { label, onClose } = props;
  const place = useRef<HTMLElement>(null);
  const guarded = useGuardedClose(place, onClose);
  const close = useRef(guarded.close);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    close.current = guarded.close;
    // J and K have walked on since.
    opener.current = document.querySelector('[data-row-link][aria-current=true]') ?? opener.current;
  });
  useEffect(() => {
    opener.current ??= document.activeElement;
    place.current?.querySelector('h2')?.focus();
    let hadList = false;
    // A list anywhere on the page closes first, and has done so when the key arrives below.
    const lookForLists = (): void => {
      hadList = isListOpen(document);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || hadList) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // The question that this may open is not closed by the same press.
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
