import { createCatalogHolder } from '../domain/catalog/catalog-holder.ts';
import { compileIpAllowList } from '../domain/limits/ip-allow-list.ts';
import { createNewsBoard } from '../domain/news/news-board.ts';
import { createDirectory } from '../domain/tenants/key-directory.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { sandboxCatalogue } from './sandbox-catalogue.ts';
import type { Stores } from './stores.ts';

/** The records that decide about calls and change while they run. They are in memory, and updated with the changes of other nodes. */
export async function openLiveEntries(stores: Stores, fleet: Fleet | null) {
  const directory = createDirectory({
    store: stores.directory,
    compileIpAllowList,
    ...(fleet === null ? {} : { latestChange: () => fleet.latestChange() }),
  });
  const catalog = await createCatalogHolder(sandboxCatalogue(stores.catalogStore));
  const news = await createNewsBoard(stores.announcements);
  await fleet?.follow(directory, catalog, news);
  return { directory, catalog, news };
}
