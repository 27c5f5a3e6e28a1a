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
    description: 'Newest first, including scheduled and withdrawn ones.',
    query: plainListQuery,
    answer: announcementList,
  },
  createAnnouncement: {
    tags: ['Announcements'],
    summary: 'Create an announcement',
    description: `Published now or at a future time. Maintenance starts and ends automatically: calls are refused with 503 \`maintenance\`, running calls complete, and refused calls are not charged. ${operatorOnceDescription}`,
    body: announcementRequest,
    answer: announcementAnswer,
    status: 201,
  },
  changeAnnouncement: {
    tags: ['Announcements'],
    summary: 'Change an announcement',
    description: 'You can change the end of a started maintenance, but not its start.',
    params: idParams,
    body: announcementRequest,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn', 'maintenance_begun', 'maintenance_over', 'maintenance_start_passed'],
  },
  withdrawAnnouncement: {
    tags: ['Announcements'],
    summary: 'Withdraw an announcement',
    description: 'Hides the announcement. Its maintenance ends or does not start.',
    params: idParams,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn'],
  },
  endMaintenance: {
    tags: ['Announcements'],
    summary: 'End maintenance early',
    description: 'All nodes accept calls again at once.',
    params: idParams,
    answer: announcementAnswer,
    refusals: ['announcement_withdrawn', 'no_maintenance_runs'],
  },
  listRouteHealth: {
    tags: ['Incidents'],
    summary: 'Read the health of routes',
    description: 'Based on all attempts, including failed ones that another route replaced. Most failures first.',
    query: routesStatusQuery,
    answer: routesStatusList,
  },
  listIncidents: {
    tags: ['Incidents'],
    summary: 'List incidents',
    description: 'Open incidents and the newest 50.',
    answer: incidentList,
  },
  listSuspectedModels: {
    tags: ['Incidents'],
    summary: 'List models with errors',
    description: 'Models that fail for more than one account in the latest five minutes and are not in an open incident.',
    answer: suggestedIncidentList,
  },
  openIncident: {
    tags: ['Incidents'],
    summary: 'Open an incident',
    description: `Shown on the status page, its feed and \`/api/v2/summary.json\` within seconds. ${operatorOnceDescription}`,
    body: incidentRequest,
    answer: incidentAnswer,
    status: 201,
  },
  updateIncident: {
    tags: ['Incidents'],
    summary: 'Update an incident',
    description: `\`resolved\` ends the incident; a \`postmortem\` can follow. ${operatorOnceDescription}`,
    params: idParams,
    body: incidentUpdateRequest,
    answer: incidentAnswer,
    refusals: ['incident_open', 'incident_resolved'],
  },
  listProbes: {
    tags: ['Incidents'],
    summary: 'Read the probed models',
    description:
      'The service probes rarely used chat models with one minimal call every five minutes, so that the status page knows their state. No account is charged.',
    answer: probesAnswer,
  },
  putProbe: { tags: ['Incidents'], summary: 'Turn the probe of a model on or off', body: probeRequest, answer: probesAnswer },
});
