import { useRef, type ComponentProps } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { imageTypes } from './chat/read-images.ts';

interface AttachImagesProps extends Omit<ComponentProps<typeof Button>, 'icon' | 'onClick'> {
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens a dialog for images. */
export function AttachImages({ onFiles, ...button }: AttachImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypes.join(',')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          if (input.current !== null) input.current.value = '';
        }}
      />
      <Button
        {...button}
        icon="plus"
        onClick={() => {
          input.current?.click();
        }}
      />
    </>
  );
}
