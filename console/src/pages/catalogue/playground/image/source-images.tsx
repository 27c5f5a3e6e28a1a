import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { AttachImages } from '../attach-images.tsx';
import { chatTexts } from '../chat/chat-texts.ts';
import { imageTypes } from '../chat/read-images.ts';
import { imageTexts } from './image-texts.ts';

const filesMax = 16;
const bytesMax = 10_000_000;

/** Object URLs for displaying files; released when the files change. */
function useAddresses(files: readonly File[]): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = files.map((file) => URL.createObjectURL(file));
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [files]);
  return urls;
}

interface SourceImagesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Images to edit. */
export function SourceImages({ files, onChange }: SourceImagesProps) {
  const t = useTexts(imageTexts);
  const ofChat = useTexts(chatTexts);
  const [fault, setFault] = useState<string | null>(null);
  const urls = useAddresses(files);
  const add = (more: readonly File[]): void => {
    const wrong = more.find(({ type }) => !imageTypes.includes(type));
    const large = more.find(({ size }) => size > bytesMax);
    setFault(
      wrong !== undefined
        ? ofChat.notImage(wrong.name)
        : large === undefined
          ? null
          : ofChat.tooLarge(large.name, (large.size / 1e6).toFixed(1)),
    );
    onChange([...files, ...more.filter((file) => imageTypes.includes(file.type) && file.size <= bytesMax)].slice(0, filesMax));
  };
  return (
    <div
      className="row"
      onPaste={(event: ClipboardEvent) => {
        add([...event.clipboardData.files]);
      }}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
    >
      <span className="label">{t.sources}</span>
      {files.length === 0 ? null : (
        <ul className="thumbnails">
          {files.map((file, index) => (
            <li key={urls[index] ?? file.name}>
              <img src={urls[index]} alt={file.name} />
              <IconButton
                icon="close"
                label={ofChat.removeImage(file.name)}
                onClick={() => {
                  onChange(files.filter((one) => one !== file));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <AttachImages onFiles={add}>{t.add}</AttachImages>
      <p className={fault === null ? 'hint' : 'hint bad'} role="status">
        {fault ?? t.sourcesHint}
      </p>
    </div>
  );
}
