import { publicNewsRoutes } from '@tollgate/contract/news/public-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { Locale } from '@tollgate/contract/enumerations';
import { sendDocument } from '../../control-http/kept-document.ts';
import { found } from '../../control/control-context.ts';
import { showTime } from '../../control/show-time.ts';
import { windowEndMs, type Announcement } from '../../domain/news/announcement.ts';
import { announcementView } from './announcement-view.ts';
import { rssOf, type FeedEntry } from '../../public-api/feed.ts';
import { LastAnswer } from '../../public-api/last-answer.ts';
import type { PublicDeps, PublicResource } from '../../public-api/public-deps.ts';
/** Maximum number on the board and in the feed. */
const newestMax = 50;
/** Maximum length of a text on the board, in UTF-16 units. */
const beginningMax = 400;
/** Maximum delay until publications, starts and ends are visible. */
const freshMs = 1000;
const cacheControl = 'public, max-age=5';

function beginning(text: string): string {
  return text.length <= beginningMax ? text : `${text.slice(0, beginningMax).toWellFormed()}…`;
}

function board({ news, clock }: PublicDeps['control']): string {
  const nowMs = clock.nowMs();
  const running = news.maintenanceAt(nowMs);
  const data = news
    .published(nowMs)
    .slice(0, newestMax)
    .map((announcement) => {
      const { text, ...view } = announcementView(announcement, nowMs);
      return { ...view, text: { zh: beginning(text.zh), en: beginning(text.en) } };
    });
  return JSON.stringify({
    data,
    running: running === null ? null : { id: running.id, until: showTime(windowEndMs(running.window)) },
  });
}

const feedWords = {
  zh: { title: (service: string) => `${service} 公告`, description: '动态、维护和调价。' },
  en: { title: (service: string) => `${service} announcements`, description: 'News, maintenance and price changes.' },
} as const satisfies Record<Locale, object>;

async function feed({ control, consoleOrigin }: PublicDeps, locale: Locale): Promise<string> {
  const origin = consoleOrigin();
  const entryOf = ({ id, title, text, publishAtMs, kind }: Announcement): FeedEntry => ({
    id,
    url: `${origin}/announcements/${id}`,
    title: title[locale],
    text: text[locale],
    atMs: publishAtMs,
    category: kind,
  });
  const newest = [...control.news.published(control.clock.nowMs())].sort((left, right) => right.publishAtMs - left.publishAtMs);
  const { service_name: generator } = await control.site.lastKnown();
  const { title, description } = feedWords[locale];
  const at = { url: `${origin}/announcements`, feedUrl: `${origin}/announcements.rss`, locale };
  const head = { title: title(generator), description, generator, ...at };
  return rssOf(head, newest.slice(0, newestMax).map(entryOf));
}

export const announcementsResource: PublicResource = (app, deps) => {
  const { control } = deps;
  const boardAnswer = new LastAnswer(deps, { freshMs, type: 'application/json; charset=utf-8', make: () => board(control) });
  const feedAnswer = (locale: Locale) =>
    new LastAnswer(deps, { freshMs, type: 'application/rss+xml; charset=utf-8', make: () => feed(deps, locale) });
  const feeds = { zh: feedAnswer('zh'), en: feedAnswer('en') };

  addRoute(
    app,
    publicNewsRoutes.listPublicAnnouncements,
    async (request, reply) => sendDocument(request, reply, await boardAnswer.get(), cacheControl) as never,
  );

  addRoute(app, publicNewsRoutes.readPublicAnnouncement, (request, reply) => {
    reply.header('cache-control', cacheControl);
    const nowMs = control.clock.nowMs();
    return announcementView(found(control.news.find(request.params.id, nowMs), 'announcement'), nowMs);
  });

  addRoute(app, publicNewsRoutes.followAnnouncements, async (request, reply) =>
    sendDocument(request, reply, await feeds[request.query.lang ?? deps.locale].get(), cacheControl),
  );
};
