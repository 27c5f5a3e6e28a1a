import type { ErrorEpisode, ErrorEpisodes, ErrorSubject, RouteTally } from '../../../domain/alarms/error-episodes.ts';
import { areTooMany, errorWindowMs, isOver, type ErrorBounds, type ErrorTally } from '../../../domain/alarms/error-rule.ts';
import type { TimedJob } from '../../../jobs/timed-job.ts';

export interface WatchErrorsOptions {
  readonly bounds: ErrorBounds;
  readonly nowMs: () => number;
  /** Ensures that records of finished calls are stored. */
  readonly flush: () => Promise<void>;
  /** Returns the store with writes under the lease. */
  readonly storeFor: (holder: string) => ErrorEpisodes;
}

interface Watched {
  readonly subject: ErrorSubject;
  readonly tally: ErrorTally;
}

const keyOf = ({ of, name }: ErrorSubject): string => `${of} ${name}`;

/** Each model and each route with its calls. */
function watched(rows: readonly RouteTally[]): ReadonlyMap<string, Watched> {
  const all = new Map<string, Watched>();
  for (const { model, route, good, bad } of rows) {
    const subjects: readonly ErrorSubject[] = [
      ...(model === null ? [] : [{ of: 'model', name: model } as const]),
      ...(route === null ? [] : [{ of: 'route', name: route } as const]),
    ];
    for (const subject of subjects) {
      const { tally } = all.get(keyOf(subject)) ?? { tally: { good: 0, bad: 0 } };
      all.set(keyOf(subject), { subject, tally: { good: tally.good + good, bad: tally.bad + bad } });
    }
  }
  return all;
}

function shareOf({ good, bad }: ErrorTally): string {
  return String(Math.floor((bad * 100) / Math.max(1, good + bad)));
}

/** Unique per episode, so that the next episode of the same model is always reported. */
function nameOf({ sinceMs, ...subject }: ErrorEpisode): string {
  return `${keyOf(subject)} ${String(sinceMs)}`;
}

/** Checks once what ended within the window. */
async function look({ bounds, nowMs }: WatchErrorsOptions, store: ErrorEpisodes): Promise<void> {
  const toMs = nowMs();
  const fromMs = toMs - errorWindowMs;
  const seen = watched(await store.tallies(fromMs, toMs));
  const open = new Map((await store.open()).map((episode) => [keyOf(episode), episode]));
  for (const [key, { subject, tally }] of seen) {
    if (open.has(key) || !areTooMany(tally, bounds)) continue;
    const code = (await store.usualCode(subject, fromMs, toMs)) ?? '';
    const episode: ErrorEpisode = { ...subject, sinceMs: toMs, lastBadMs: toMs };
    await store.begin(episode, {
      kind: 'errors_many',
      subject: nameOf(episode),
      params: { ...subject, failed: String(tally.bad), calls: String(tally.good + tally.bad), share: shareOf(tally), code },
    });
  }
  for (const [key, episode] of open) {
    const { tally } = seen.get(key) ?? { tally: { good: 0, bad: 0 } };
    if (isOver(tally, bounds, { lastBadMs: episode.lastBadMs, nowMs: toMs })) {
      const minutes = String(Math.max(1, Math.round((toMs - episode.sinceMs) / 60_000)));
      await store.end(episode, {
        kind: 'errors_over',
        subject: nameOf(episode),
        params: { of: episode.of, name: episode.name, share: shareOf(tally), calls: String(tally.good + tally.bad), minutes },
      });
    } else if (tally.bad > 0) await store.stillFails(episode, toMs);
  }
}

/** Alarms operators when calls of a model or on a route fail too often: once when the episode starts, and once when it ends. */
export function watchErrorsJob(options: WatchErrorsOptions): TimedJob {
  return {
    name: 'watch-errors',
    everyMs: 60_000,
    async run(holder) {
      await options.flush();
      await look(options, options.storeFor(holder));
    },
  };
}
