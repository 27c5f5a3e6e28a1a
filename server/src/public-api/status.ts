import { feedQuery } from '@tollgate/contract/console/announcements';
import { statusModels, statusSummary } from '@tollgate/contract/console/status';
import type { Locale } from '@tollgate/contract/enumerations';
import { sendDocument } from '../control-http/kept-document.ts';
import { answers } from '../control-http/route-schema.ts';
import { rssOf } from './feed.ts';
import { LastAnswer } from './last-answer.ts';
import type { PublicDeps, PublicResource } from './public-deps.ts';
import { modelsView, statusNow, summaryView } from './status-views.ts';

const tags = ['Public: status'];
/** Maintenance begins and ends on it as soon. */
const freshMs = 2000;
const cacheControl = 'public, max-age=10';
const json = 'application/json; charset=utf-8';

const feedWords = {
  zh: { title: (service: string) => `${service} 状态`, description: '故障和它们的进展。' },
  en: { title: (service: string) => `${service} status`, description: 'Disturbances and how far they are.' },
} as const satisfies Record<Locale, object>;

async function feed(deps: PublicDeps, locale: Locale): Promise<string> {
  const { snapshot, origin, serviceName } = await statusNow(deps);
  const entries = snapshot.incidents.flatMap((incident) =>
    incident.updates.map(({ id, status, text, atMs }) => ({
      ...{ id, url: `${origin}/status#${incident.id}`, title: `${incident.title[locale]} · ${status}` },
      ...{ text: text[locale], atMs, category: status },
    })),
  );
  const { title, description } = feedWords[locale];
  const at = { url: `${origin}/status`, feedUrl: `${origin}/status.rss`, locale };
  const head = { title: title(serviceName), description, generator: serviceName, ...at };
  return rssOf(head, entries.sort((left, right) => right.atMs - left.atMs).slice(0, 100));
}

export const statusResource: PublicResource = (app, deps) => {
  const ofModels = new LastAnswer(deps, {
    ...{ freshMs, type: json },
    make: async () => JSON.stringify(modelsView(await statusNow(deps))),
  });
  const summary = (locale: Locale) =>
    new LastAnswer(deps, { freshMs, type: json, make: async () => JSON.stringify(summaryView(await statusNow(deps), locale)) });
  const summaries = { zh: summary('zh'), en: summary('en') };
  const rss = (locale: Locale) =>
    new LastAnswer(deps, { freshMs, type: 'application/rss+xml; charset=utf-8', make: () => feed(deps, locale) });
  const feeds = { zh: rss('zh'), en: rss('en') };

  app.get(
    '/api/status/models',
    {
      schema: {
        tags,
        summary: 'Read how models fare',
        description:
          'Judged from calls, in slots of five minutes: the mean over accounts of good among good and bad. Maintenance counts in none. Told as last known while the database is away.',
        response: answers(statusModels),
      },
    },
    async (request, reply) => sendDocument(request, reply, await ofModels.get(), cacheControl) as never,
  );

  app.get(
    '/api/v2/summary.json',
    {
      schema: {
        tags,
        summary: 'Read the status in short',
        description: 'In the shape of hosted status pages, for programs that read those.',
        querystring: feedQuery,
        response: answers(statusSummary),
      },
    },
    async (request, reply) =>
      sendDocument(request, reply, await summaries[request.query.lang ?? deps.locale].get(), cacheControl) as never,
  );

  app.get(
    '/status.rss',
    { schema: { tags, summary: 'Follow disturbances', description: 'RSS 2.0.', querystring: feedQuery } },
    async (request, reply) => sendDocument(request, reply, await feeds[request.query.lang ?? deps.locale].get(), cacheControl),
  );
};
