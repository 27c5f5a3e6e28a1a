import type { UsageRow } from './usage-row.ts';
import { usageOfRelays } from './usage-of-relays.ts';
import { usageOfStreams } from './usage-of-streams.ts';
import { usageOfVendors } from './usage-of-vendors.ts';

/** Reports of usage as upstreams really send them, with what was really used. */
export const usageCorpus: readonly UsageRow[] = [...usageOfVendors, ...usageOfRelays, ...usageOfStreams];
