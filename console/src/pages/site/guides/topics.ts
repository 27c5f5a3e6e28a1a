import type { Topic } from './topic.ts';
import { billing } from './topics/billing.ts';
import { clients } from './topics/clients.ts';
import { errors } from './topics/errors.ts';
import { images } from './topics/images.ts';
import { keys } from './topics/keys.ts';
import { limits } from './topics/limits.ts';
import { music } from './topics/music.ts';
import { quickStart } from './topics/quick-start.ts';

/** The guides by their name in the URL, in the order of the side bar. */
export const topics: Readonly<Record<string, Topic>> = {
  'quick-start': quickStart,
  clients,
  keys,
  errors,
  limits,
  billing,
  images,
  music,
};

/** The guides of the menu. One with the name of a page of the documentation is not listed again: links about its subject lead there. */
export function listedTopics(
  language: keyof Topic,
  pages: readonly { readonly name: string }[],
): readonly (readonly [string, Topic])[] {
  return Object.entries(topics).filter(([, topic]) => pages.every(({ name }) => name !== topic[language].title));
}
