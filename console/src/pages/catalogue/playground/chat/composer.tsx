import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { AttachImages } from '../attach-images.tsx';
import { chatTexts } from './chat-texts.ts';
import type { ChatImage } from './chat-turn.ts';
import { readImages, type ImageFault } from './read-images.ts';

interface ComposerProps {
  readonly mayAttach: boolean;
  readonly isRunning: boolean;
  /** Why nothing can be sent now. */
  readonly hindrance: string | null;
  /** Total size of the images in the conversation. */
  readonly imageBytes: number;
  /** Estimated input cost of the message. */
  readonly estimate: (text: string, images: number) => string | null;
  readonly onSend: (text: string, images: readonly ChatImage[]) => void;
  readonly onClear: (() => void) | null;
  readonly onStop: () => void;
}

function useImageFaultText(): (fault: ImageFault) => string {
  const t = useTexts(chatTexts);
  return (fault) => {
    if (fault.kind === 'sum') return t.tooMuch;
    return fault.kind === 'type' ? t.notImage(fault.name) : t.tooLarge(fault.name, (fault.bytes / 1e6).toFixed(1));
  };
}

interface Draft {
  readonly images: readonly ChatImage[];
  readonly fault: string | null;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (image: ChatImage) => void;
  readonly empty: () => void;
}

/** Images of the message that is being written. */
function useDraftImages(imageBytes: number): Draft {
  const [images, setImages] = useState<readonly ChatImage[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const faultText = useImageFaultText();
  return {
    images,
    fault,
    add: (files) => {
      const before = imageBytes + images.reduce((sum, { bytes }) => sum + bytes, 0);
      void readImages(files, before).then((read) => {
        setImages([...images, ...read.images]);
        setFault(read.fault === null ? null : faultText(read.fault));
      });
    },
    remove: (image) => {
      setImages(images.filter((one) => one !== image));
      setFault(null);
    },
    empty: () => {
      setImages([]);
      setFault(null);
    },
  };
}

/** Message editor; ⌘Enter sends. */
export function Composer({ mayAttach, isRunning, hindrance, imageBytes, estimate, onSend, onClear, onStop }: ComposerProps) {
  const t = useTexts(chatTexts);
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const draft = useDraftImages(imageBytes);
  const isEmpty = text.trim() === '' && draft.images.length === 0;
  const hint = draft.fault ?? hindrance ?? (isEmpty ? null : estimate(text, draft.images.length));
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (!mayAttach || files.length === 0) return;
    event.preventDefault();
    draft.add(files);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (mayAttach) draft.add([...event.dataTransfer.files]);
  };
  return (
    <form
      noValidate
      className={isOver ? 'composer over' : 'composer'}
      onPaste={onPaste}
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(mayAttach);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || isRunning || hindrance !== null) return;
        onSend(text, draft.images);
        setText('');
        draft.empty();
      }}
    >
      {draft.images.length === 0 ? null : <Thumbnails draft={draft} />}
      <textarea
        aria-label={t.message}
        placeholder={isOver ? t.dropHere : mayAttach ? t.placeholder : t.placeholderNoImages}
        data-shortcut="new"
        rows={2}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <div className="composer-foot">
        <AttachButton mayAttach={mayAttach} onFiles={draft.add} />
        {onClear === null ? null : (
          <Button look="plain" onClick={onClear}>
            {t.clear}
          </Button>
        )}
        <p className={draft.fault === null ? 'composer-hint quiet' : 'composer-hint bad'} role="status">
          {hint}
        </p>
        <SendOrStop isRunning={isRunning} mayNot={isEmpty || hindrance !== null} onStop={onStop} />
      </div>
    </form>
  );
}

interface SendOrStopProps {
  readonly isRunning: boolean;
  readonly mayNot: boolean;
  readonly onStop: () => void;
}

function SendOrStop({ isRunning, mayNot, onStop }: SendOrStopProps) {
  const t = useTexts(chatTexts);
  return isRunning ? (
    <Button onClick={onStop}>
      {t.stop}
      <kbd className="wide">Esc</kbd>
    </Button>
  ) : (
    <SubmitButton disabled={mayNot}>{t.send}</SubmitButton>
  );
}

function Thumbnails({ draft }: { readonly draft: Draft }) {
  const t = useTexts(chatTexts);
  return (
    <ul className="thumbnails">
      {draft.images.map((image) => (
        <li key={image.url}>
          <img src={image.url} alt={image.name} />
          <IconButton
            icon="close"
            label={t.removeImage(image.name)}
            onClick={() => {
              draft.remove(image);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function AttachButton({ mayAttach, onFiles }: { readonly mayAttach: boolean; readonly onFiles: Draft['add'] }) {
  const t = useTexts(chatTexts);
  return (
    <AttachImages look="plain" disabled={!mayAttach} title={mayAttach ? t.imageLimit : t.noVision} onFiles={onFiles}>
      {t.image}
    </AttachImages>
  );
}
