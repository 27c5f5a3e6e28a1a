import { announcementAnswer, announcementList, announcementRequest } from './operator-announcements.ts';
import {
  incidentAnswer,
  incidentList,
  incidentRequest,
  incidentUpdateRequest,
  routesStatusList,
  routesStatusQuery,
  suggestedIncidentList,
} from './incidents.ts';
import { plainListQuery } from '../lists.ts';
import { probeRequest, probesAnswer } from './probes.ts';
import { operatorOnceDescription } from '../once-descriptions.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorNewsPaths } from './operator-paths.ts';

export const operatorNewsRoutes = describeRoutes(operatorNewsPaths, {
  listAnnouncements: {
    tags: ['Announcements'],
    summary: 'List announcements',
    description: 'Newest first, scheduled and withdrawn ones included.',
    query: plainListQuery,
    answer: announcementList,
  },
  createAnnouncement: {
    tags: ['Announcements'],
    summary: 'Announce something',
    description: `Now or at a time to come. Maintenance begins and ends by itself: calls are refused in it with 503 \`maintenance\` and what is announced, those under way finish, and none is charged. ${operatorOnceDescription}`,
    body: announcementRequest,
    answer: announcementAnswer,
    status: 201,
  },
  changeAnnouncement: {
    tags: ['Announcements'],
    summary: 'Change an announcement',
    description: 'Maintenance that has begun keeps its begin; its end may be moved.',
    params: idParams,
    body: announcementRequest,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn', 'maintenance_begun', 'maintenance_over', 'maintenance_start_passed'],
  },
  withdrawAnnouncement: {
    tags: ['Announcements'],
    summary: 'Withdraw an announcement',
    description: 'Nobody is shown it any more. Its maintenance ends, or does not begin.',
    params: idParams,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn'],
  },
  endMaintenance: {
    tags: ['Announcements'],
    summary: 'End maintenance early',
    description: 'Calls are taken again from the answer on, at every node.',
    params: idParams,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn', 'no_maintenance_runs'],
  },
  listRouteHealth: {
    tags: ['Incidents'],
    summary: 'Read how routes fare',
    description:
      'By what attempts at them met, those that failed and were taken up by another route included: what everybody reads of models is the end of it. Those that failed most first.',
    query: routesStatusQuery,
    answer: routesStatusList,
  },
  listIncidents: {
    tags: ['Incidents'],
    summary: 'List incidents',
    description: 'Those that are open, and the newest 50.',
    answer: incidentList,
  },
  listSuspectedModels: {
    tags: ['Incidents'],
    summary: 'List models that look broken',
    description: 'For more than one account, by the latest five minutes; those that an open incident names are left out.',
    answer: suggestedIncidentList,
  },
  openIncident: {
    tags: ['Incidents'],
    summary: 'Tell of a disturbance',
    description: `The status page, its feed and \`/api/v2/summary.json\` have it within seconds. ${operatorOnceDescription}`,
    body: incidentRequest,
    answer: incidentAnswer,
    status: 201,
  },
  updateIncident: {
    tags: ['Incidents'],
    summary: 'Tell how far a disturbance is',
    description: `\`resolved\` ends it; a \`postmortem\` may follow. ${operatorOnceDescription}`,
    params: idParams,
    body: incidentUpdateRequest,
    answer: incidentAnswer,
    refusals: ['incident_open', 'incident_resolved'],
  },
  listProbes: {
    tags: ['Incidents'],
    summary: 'Read which models are probed',
    description:
      'Chat models that hardly anybody calls are called by ourselves once in five minutes, by the smallest call there is, so that the status page knows how they fare. Nobody is charged.',
    answer: probesAnswer,
  },
  putProbe: { tags: ['Incidents'], summary: 'Probe a model, or not', body: probeRequest, answer: probesAnswer },
});
