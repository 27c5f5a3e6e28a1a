import type { Locale } from '@tollgate/contract/enumerations';
import { Feed } from 'feed';

export interface FeedEntry {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Plain text; an empty line starts a new paragraph. */
  readonly text: string;
  readonly atMs: number;
  readonly category: string;
}

export interface FeedHead {
  readonly title: string;
  readonly description: string;
  /** Name of the service. */
  readonly generator: string;
  readonly url: string;
  readonly feedUrl: string;
  readonly locale: Locale;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Feed readers interpret texts as HTML, so the text is escaped. */
function asHtml(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
  const paragraphs = escaped.split(/\n\s*\n/).map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br/>')}</p>`);
  return paragraphs.join('');
}

/** Some readers show titles as HTML and some as plain text; without these characters, both look the same. */
function asTitle(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');
}

/** RSS 2.0, newest first. */
export function rssOf({ title, description, generator, url, feedUrl, locale }: FeedHead, entries: readonly FeedEntry[]): string {
  const newestMs = Math.max(0, ...entries.map(({ atMs }) => atMs));
  const feed = new Feed({
    title,
    description,
    id: url,
    link: url,
    feed: feedUrl,
    copyright: '',
    generator,
    language: locale === 'zh' ? 'zh-cn' : 'en',
    updated: new Date(newestMs),
  });
  for (const entry of entries) {
    feed.addItem({
      id: entry.id,
      link: entry.url,
      title: asTitle(entry.title),
      description: asHtml(entry.text),
      date: new Date(entry.atMs),
      category: [{ name: entry.category }],
    });
  }
  return feed.rss2();
}
