import type { Embedding } from '../../dialects/dialect.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import { MediaError, type MediaRequest } from '../../upstream/fetch-media.ts';
import type { ReadyAnswer, RoutedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'limits' | 'media'>;

export type Whole = Extract<ReadyAnswer, { kind: 'whole' }>;

const imageTypes = /^(?:image\/|application\/octet-stream$|binary\/octet-stream$|$)/;
/** How often a file is in memory: as bytes, in base64 and in the answer. */
const timesKept = 4;

export interface Waiting extends Pick<RoutedCall, 'memory'> {
  readonly wait: { isOver: boolean };
}

/**
 * Fetches one file, in base64.
 * @throws {MediaError}
 */
async function fetchFile(
  { media, limits }: Parts,
  { memory, wait }: Waiting,
  { request, wish }: { readonly request: MediaRequest; readonly wish: Pick<Embedding, 'fits'> },
): Promise<Buffer> {
  const { mediaType, chunks } = await media.open(request);
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    // The call has ended: memory counted now would never be released.
    if (wait.isOver) break;
    bytes += chunk.length;
    const fits = bytes <= limits.wholeAnswerBytesMax && memory?.grow(timesKept * chunk.length) !== false;
    if (!fits) throw new MediaError({ kind: 'protocol', cause: 'a file was not fetched: there is no memory for it' });
    kept.push(chunk);
  }
  const file = Buffer.concat(kept);
  if (!imageTypes.test(mediaType) || !wish.fits(file))
    throw new MediaError({ kind: 'protocol', cause: 'a file was not fetched: it is no image' });
  await nextTurn();
  return Buffer.from(file.toString('base64'), 'latin1');
}

/**
 * The answer with its files embedded in place of their URLs. If a file is not available, the answer keeps the URLs and gets a notice to the
 * client. Files are fetched from hosts of the vendor only.
 */
export async function embedFiles(
  context: Parts,
  waiting: Waiting,
  whole: Whole,
  request: Omit<MediaRequest, 'url'>,
): Promise<Whole> {
  const { embed: wish } = whole;
  if (wish === undefined) return whole;
  const files: Buffer[] = [];
  try {
    for (const url of wish.urls) files.push(await fetchFile(context, waiting, { request: { ...request, url }, wish }));
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { ...whole, dropped: [...whole.dropped, wish.field] };
  }
  return { ...whole, parts: [wish.with(files)] };
}
