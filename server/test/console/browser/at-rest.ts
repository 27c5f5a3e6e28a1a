import type { Page, Request } from 'playwright-core';
import { waitFor } from '../../wait-for.ts';

/** Pending requests of a page. Streams do not count, because they stay open with the page. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Starts counting the requests of a page; required by {@link atRest}. */
export function countRequests(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  const end = (request: Request): unknown => open.delete(request);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (answer) => {
    const isStream = answer.headers()['content-type']?.startsWith('text/event-stream') === true;
    // Pages often read only the status of a change, and an unread response never finishes.
    if (isStream || answer.request().method() !== 'GET') end(answer.request());
  });
}

/** Consecutive frames without a change, and the maximum number of frames before the remaining changes are reported. */
const [calmFrames, mostFrames] = [2, 60];

/** What still changes in a page; '' once fonts are loaded and, for some frames, no animation ran and the document did not change. */
const whatMoves = `new Promise((resolve) => {
  let calm = 0;
  let seen = 0;
  let why = 'a frame is drawn';
  const observer = new MutationObserver(([{ target }]) => {
    calm = 0;
    why = 'the document changes: ' + (target.outerHTML ?? target.textContent ?? '').slice(0, 120);
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const moving = () =>
    document.getAnimations().find(({ effect, playState }) => playState !== 'finished' && effect?.getTiming().iterations !== Infinity);
  const frame = () => {
    const animation = moving();
    if (animation) why = 'an animation runs: ' + (animation.animationName ?? animation.transitionProperty ?? '');
    calm = animation ? 0 : calm + 1;
    seen += 1;
    if (calm < ${String(calmFrames)} && seen < ${String(mostFrames)}) return requestAnimationFrame(frame);
    observer.disconnect();
    resolve(calm < ${String(calmFrames)} ? why : '');
  };
  document.fonts.ready.then(() => requestAnimationFrame(frame));
})`;

async function movesIn(page: Page): Promise<string> {
  try {
    return await page.evaluate<string>(whatMoves);
  } catch (error) {
    // Navigation interrupts the check.
    if (/context was destroyed|navigat/i.test(String(error))) return 'the page is left';
    throw error;
  }
}

/** Waits until the page is still, although responses may be pending: a key press then reaches the current rendering. */
export async function isStill(page: Page): Promise<void> {
  let why = '';
  const look = async (): Promise<boolean> => (why = await movesIn(page)) === '';
  await waitFor(look, { what: () => `the page stands still: ${why}`, everyMs: 10 });
}

/** Waits until the page has received everything it requested, shows it and is still. Only then can it be measured. */
export async function atRest(page: Page): Promise<void> {
  let why = '';
  const look = async (): Promise<boolean> => {
    const waitedFor = (): string => [...(unanswered.get(page) ?? [])].map((request) => request.url()).join(' ');
    why = waitedFor();
    if (why !== '') return false;
    why = await movesIn(page);
    if (why === '') why = waitedFor();
    if (why === '' && (await page.locator('.skeleton').count()) > 0) why = 'something is loaded';
    return why === '';
  };
  await waitFor(look, { what: () => `the page rests: ${why}`, everyMs: 10 });
}
