import { useRef } from 'react';
import { useGuardedClose } from './use-guarded-close.tsx';
import { Window, type WindowProps } from './window.tsx';

/** A window above the page that protects its input: Esc and a click outside ask before they discard a changed form. */
export function Modal({ onClose, children, ...others }: WindowProps) {
  const place = useRef<HTMLDivElement>(null);
  const { close, watch, question } = useGuardedClose(place, onClose);
  return (
    <Window {...others} onClose={close}>
      <div className="modal-parts" ref={place} {...watch}>
        {children}
      </div>
      {question}
    </Window>
  );
}
