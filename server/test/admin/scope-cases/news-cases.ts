import {
  createAnnouncement,
  endMaintenance,
  listAnnouncements,
  mailingsOf,
  updateAnnouncement,
  withdrawAnnouncement,
} from '../../../src/subjects/news/announcements.ts';
import {
  listIncidents,
  openIncident,
  routesStatus,
  suggestIncidents,
  updateIncident,
} from '../../../src/subjects/news/status/incidents.ts';
import { chooseProbe, readProbes } from '../../../src/subjects/news/status/probes.ts';
import { putModel } from '../../../src/subjects/catalogue/models.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases } from './scope-case.ts';

const words = { title: { zh: '标题', en: 'Title' }, text: { zh: '正文', en: 'Text' } };
const news = { kind: 'news' as const, ...words };

async function newestId({ stores }: ControlContext): Promise<string> {
  const [newest] = await stores.announcements.list({ limit: 1, after: null });
  return newest?.id ?? 'none';
}

function maintain(control: ControlContext) {
  const nowMs = control.clock.nowMs();
  const maintenance = { from: new Date(nowMs).toISOString(), until: new Date(nowMs + 60_000).toISOString() };
  return createAnnouncement(control, operator('test'), { kind: 'maintenance', ...words, maintenance });
}

export const newsCases: ScopeCases = {
  listAnnouncements: { may: 'operator', ask: (control, principal) => listAnnouncements(control, principal) },
  mailingsOf: { may: 'operator', ask: (control, principal) => mailingsOf(control, principal, []) },
  createAnnouncement: { may: 'operator', ask: (control, principal) => createAnnouncement(control, principal, news) },
  updateAnnouncement: {
    may: 'operator',
    ask: async (control, principal) => updateAnnouncement(control, principal, await newestId(control), news),
    prepare: (control) => createAnnouncement(control, operator('test'), news),
  },
  endMaintenance: {
    may: 'operator',
    ask: async (control, principal) => endMaintenance(control, principal, await newestId(control)),
    prepare: maintain,
  },
  withdrawAnnouncement: {
    may: 'operator',
    ask: async (control, principal) => withdrawAnnouncement(control, principal, await newestId(control)),
    prepare: (control) => createAnnouncement(control, operator('test'), news),
  },
};

const disturbance = { ...words, impact: 'minor' as const, status: 'investigating' as const };

export const probeCases: ScopeCases = {
  readProbes: { may: 'operator', ask: (control, principal) => readProbes(control, principal) },
  chooseProbe: {
    may: 'operator',
    ask: (control, principal) => chooseProbe(control, principal, { model: 'some/probed', probed: false }),
    prepare: (control) =>
      putModel(control, operator('test'), 'some/probed', { kind: 'chat', price: { input: '1', output: '2' } }),
  },
};

export const incidentCases: ScopeCases = {
  listIncidents: { may: 'operator', ask: (control, principal) => listIncidents(control, principal) },
  routesStatus: { may: 'operator', ask: (control, principal) => routesStatus(control, principal, '24h') },
  suggestIncidents: { may: 'operator', ask: (control, principal) => suggestIncidents(control, principal) },
  openIncident: { may: 'operator', ask: (control, principal) => openIncident(control, principal, disturbance) },
  updateIncident: {
    may: 'operator',
    ask: async (control, principal) => {
      const [open] = await control.stores.incidents.recent();
      return updateIncident(control, principal, { id: open?.id ?? 'none', request: { status: 'monitoring', text: words.text } });
    },
    prepare: (control) => openIncident(control, operator('test'), disturbance),
  },
};
