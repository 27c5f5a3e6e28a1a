import { ObjectRefused } from '../../domain/content/objects.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { RoutedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { Waiting, Whole } from './embed-files.ts';

type Parts = Pick<GatewayContext, 'clock' | 'contentAddresses' | 'logger' | 'objects' | 'publicUrl'>;

/** As long as a URL is valid: clients cannot request a new one. */
const keptMs = 24 * 3_600_000;
/** Memory for a file that is being written: once as it is and once encrypted. */
const keptBytes = 8 * 1024 * 1024;

/** Media types are detected from the first bytes, regardless of the declared type. */
const beginnings: readonly (readonly [mediaType: string, at: number, beginning: Buffer])[] = [
  ['image/png', 0, Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', 0, Buffer.from('ffd8ff', 'hex')],
  ['image/webp', 8, Buffer.from('WEBP')],
];

/**
 * The media type with which a file is served.
 * @throws {ObjectRefused} for a file of an unsupported type.
 */
function typeOf(pieces: () => Iterable<Buffer>): string {
  const [first = Buffer.alloc(0)] = pieces();
  const found = beginnings.find(([, at, beginning]) => first.subarray(at, at + beginning.length).equals(beginning));
  if (found === undefined) throw new ObjectRefused('unknown_type');
  return found[0];
}

async function* inTurns(pieces: () => Iterable<Buffer>, { wait }: Waiting): AsyncGenerator<Buffer> {
  for (const piece of pieces()) {
    if (wait.isOver) throw new ObjectRefused('empty');
    yield piece;
    await nextTurn();
  }
}

/**
 * The answer with URLs in place of its files, which are stored for as long as the URLs are valid. If they cannot be stored, the answer
 * keeps the files and gets a notice to the client.
 */
export async function keepFiles(context: Parts, call: RoutedCall, waiting: Waiting, whole: Whole): Promise<Whole> {
  const { keep: wish } = whole;
  if (wish === undefined) return whole;
  const { contentAddresses, objects, publicUrl, logger } = context;
  const { accountId, keyId } = call.reservation;
  const nowMs = context.clock.nowMs();
  const urls: string[] = [];
  try {
    if (waiting.memory?.grow(keptBytes) === false) throw new ObjectRefused('no_room');
    for (const [index, pieces] of wish.files.entries()) {
      const facts = { name: `${call.id}/${String(index)}`, accountId, keyId, mediaType: typeOf(pieces) };
      const object = await objects.put(facts, inTurns(pieces, waiting), { expiresAtMs: nowMs + keptMs });
      urls.push(`${publicUrl()}/v1${contentAddresses.of(object, nowMs)}`);
    }
  } catch (error) {
    if (!(error instanceof ObjectRefused))
      logger.error({ callId: call.id, err: error }, 'could not store an image: it is sent in the answer instead');
    return { ...whole, dropped: [...whole.dropped, wish.field] };
  }
  return { ...whole, parts: [wish.with(urls)] };
}
