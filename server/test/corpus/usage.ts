import type { UsageRow } from './usage-row.ts';
import { usageOfRelays } from './usage-of-relays.ts';
import { usageOfStreams } from './usage-of-streams.ts';
import { usageOfVendors } from './usage-of-vendors.ts';

/** Usage reports as upstreams really send them, with the actual usage. */
export const usageCorpus: readonly UsageRow[] = [...usageOfVendors, ...usageOfRelays, ...usageOfStreams];
