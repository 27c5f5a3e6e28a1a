import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './window.css';

export interface WindowProps {
  readonly label: string;
  readonly onClose: () => void;
  /** False keeps the window open on Esc and clicks outside. */
  readonly canClose?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A native dialog above the page, which keeps the focus inside and restores it when it closes. It is rendered at the end of the page, so
 * that it looks the same wherever it was opened.
 */
export function Window({ label, onClose, canClose = true, className = '', children }: WindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('input:not([type=checkbox]), textarea')?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-label={label}
      onCancel={(event) => {
        // React also passes on events of windows opened from this one, which handle them.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (canClose && event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
