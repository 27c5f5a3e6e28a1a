import { noticesRoutes } from '@tollgate/contract/notices/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { OwnNoticeAnswer } from '@tollgate/contract/notices/notices';
import { noticeKindOf } from '@tollgate/contract/notices/notice-kinds';
import { readPage, sequencePlaces } from '../../control-http/paging.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { listNotices } from './list-notices.ts';
import type { FeedItem } from './notice-ports.ts';
import { countUnreadNotices, followNotices, markNoticesRead } from './notices.ts';
import type { Notice } from './notice-ports.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';
const places = sequencePlaces(({ id }: Notice) => id);
const levels: Readonly<Record<string, OwnNoticeAnswer['level']>> = {
  cap_80: 'info',
  cap_90: 'warning',
  cap_100: 'paused',
  broken_connections_key: 'warning',
  broken_connections_account: 'paused',
};
/** Reconnect delay after the end of a stream, which happens every few minutes. */
const comeAgain = 'retry: 2000\n\n';

function noticeView(notice: Notice): OwnNoticeAnswer {
  return {
    id: String(notice.id),
    kind: notice.kind,
    level: noticeKindOf(notice.kind)?.level ?? levels[notice.kind] ?? 'info',
    params: { ...notice.params },
    key_id: notice.keyId === '' ? null : notice.keyId,
    key_remark: notice.keyRemark,
    link: notice.link,
    text: notice.text,
    created_at: showTime(notice.createdAtMs),
    read_at: showTimeOrNull(notice.readAtMs),
  };
}

async function* events(items: AsyncIterable<FeedItem>): AsyncGenerator<string> {
  yield comeAgain;
  for await (const item of items) {
    if (item === 'alive') yield ': alive\n\n';
    else yield `id: ${String(item.id)}\nevent: notice\ndata: ${JSON.stringify(noticeView(item))}\n\n`;
  }
}

/** The last message that a page has, from the header that browsers send when they reconnect. */
function lastSeen(header: string | string[] | undefined): bigint | null {
  return typeof header === 'string' && /^\d{1,18}$/.test(header) ? BigInt(header) : null;
}

function reading(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, noticesRoutes.listNotices, async (request) => {
    const { params, query } = request;
    const filter = { accountId: params.accountId, isUnread: query.unread === 'true' };
    const load = await listNotices(control, principalOf(request), filter);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(noticeView), next };
  });

  addRoute(app, noticesRoutes.countUnreadNotices, async (request) => ({
    unread: await countUnreadNotices(control, principalOf(request), request.params.accountId),
  }));

  addRoute(app, noticesRoutes.followNotices, async (request, reply) => {
    const items = await followNotices(
      control,
      principalOf(request),
      request.params.accountId,
      lastSeen(request.headers['last-event-id']),
    );
    const stream = Readable.from(events(items));
    // A page can close before anything was sent.
    stream.once('close', () => {
      items.stop();
    });
    return reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream);
  });
}

export const noticesResource: ConsoleResource = (app, deps) => {
  const { control } = deps;
  reading(app, deps);

  addRoute(app, noticesRoutes.markNoticeRead, async (request) => {
    const { accountId, noticeId } = request.params;
    return { marked: await markNoticesRead(control, principalOf(request), accountId, { ids: [BigInt(noticeId)] }) };
  });

  addRoute(app, noticesRoutes.markNoticesRead, async (request) => {
    const { ids, up_to: upTo } = request.body ?? {};
    const which = { ids: ids?.map(BigInt), upTo: upTo === undefined ? undefined : BigInt(upTo) };
    return { marked: await markNoticesRead(control, principalOf(request), request.params.accountId, which) };
  });
};
