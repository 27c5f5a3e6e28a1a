import { publicNewsRoutes } from '@tollgate/contract/news/public-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { Locale } from '@tollgate/contract/enumerations';
import { sendDocument } from '../../../control-http/kept-document.ts';
import { rssOf } from '../../../public-api/feed.ts';
import { LastAnswer } from '../../../public-api/last-answer.ts';
import type { PublicDeps, PublicResource } from '../../../public-api/public-deps.ts';
import { modelsView, statusNow, summaryView } from './status-view.ts';
/** Also the maximum delay of maintenance starts and ends on the page. */
const freshMs = 2000;
const cacheControl = 'public, max-age=10';
const json = 'application/json; charset=utf-8';

const feedWords = {
  zh: { title: (service: string) => `${service} 状态`, description: '故障及处理进展。' },
  en: { title: (service: string) => `${service} status`, description: 'Incidents and their state.' },
} as const satisfies Record<Locale, object>;

async function feed(deps: PublicDeps, locale: Locale): Promise<string> {
  const { snapshot, origin, serviceName } = await statusNow(deps);
  const entries = snapshot.incidents.flatMap((incident) =>
    incident.updates.map(({ id, status, text, atMs }) => ({
      id,
      url: `${origin}/status#${incident.id}`,
      title: `${incident.title[locale]} · ${status}`,
      text: text[locale],
      atMs,
      category: status,
    })),
  );
  const { title, description } = feedWords[locale];
  const at = { url: `${origin}/status`, feedUrl: `${origin}/status.rss`, locale };
  const head = { title: title(serviceName), description, generator: serviceName, ...at };
  return rssOf(head, entries.sort((left, right) => right.atMs - left.atMs).slice(0, 100));
}

export const statusResource: PublicResource = (app, deps) => {
  const ofModels = new LastAnswer(deps, {
    freshMs,
    type: json,
    make: async () => JSON.stringify(modelsView(await statusNow(deps))),
  });
  const summary = (locale: Locale) =>
    new LastAnswer(deps, { freshMs, type: json, make: async () => JSON.stringify(summaryView(await statusNow(deps), locale)) });
  const summaries = { zh: summary('zh'), en: summary('en') };
  const rss = (locale: Locale) =>
    new LastAnswer(deps, { freshMs, type: 'application/rss+xml; charset=utf-8', make: () => feed(deps, locale) });
  const feeds = { zh: rss('zh'), en: rss('en') };

  addRoute(
    app,
    publicNewsRoutes.readModelStatus,
    async (request, reply) => sendDocument(request, reply, await ofModels.get(), cacheControl) as never,
  );

  addRoute(
    app,
    publicNewsRoutes.readStatusSummary,
    async (request, reply) =>
      sendDocument(request, reply, await summaries[request.query.lang ?? deps.locale].get(), cacheControl) as never,
  );

  addRoute(app, publicNewsRoutes.followIncidents, async (request, reply) =>
    sendDocument(request, reply, await feeds[request.query.lang ?? deps.locale].get(), cacheControl),
  );
};
