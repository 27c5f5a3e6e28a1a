import type { ChatImage } from './chat-turn.ts';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const imageBytesMax = 10_000_000;
/** Every message includes all earlier images, and a request can have 32 MiB as base64. */
const imagesBytesMax = 20_000_000;

export type ImageFault =
  | { readonly kind: 'type' | 'size'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'sum' };

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('unreadable'));
    };
    reader.readAsDataURL(file);
  });
}

/** Reads files as images of a message, if they are images and fit in addition to the existing ones. */
export async function readImages(
  files: readonly File[],
  bytesBefore: number,
): Promise<{ readonly images: readonly ChatImage[]; readonly fault: ImageFault | null }> {
  const images: ChatImage[] = [];
  let sum = bytesBefore;
  for (const file of files) {
    const { name, size: bytes } = file;
    if (!imageTypes.includes(file.type)) return { images, fault: { kind: 'type', name, bytes } };
    if (bytes > imageBytesMax) return { images, fault: { kind: 'size', name, bytes } };
    sum += bytes;
    if (sum > imagesBytesMax) return { images, fault: { kind: 'sum' } };
    images.push({ name, bytes, url: await asDataUrl(file) });
  }
  return { images, fault: null };
}
