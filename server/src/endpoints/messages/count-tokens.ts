import type { ScannedBody } from '../../json/scanned-body.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { countInput } from '../shared/count-input.ts';
import { findCard } from '../shared/find-card.ts';
import { readModel } from '../shared/read-model.ts';
import { checkMessages, checkSystem } from './check-messages.ts';
import { estimateMessages } from './estimate.ts';

/** `POST /v1/messages/count_tokens`. */
export const messagesCountTokens: LocalEndpoint = {
  name: 'messages.count_tokens',
  method: 'POST',
  path: '/messages/count_tokens',
  hasBody: true,
  headers: [['x-tollgate-estimated', 'true']],
  document: {
    summary: 'Count the tokens of messages',
    inShort: 'input tokens of a Messages request, estimated and free',
    description: 'The input tokens of a Messages request, estimated by the character rule. Free.',
  },
  answer(call, parts) {
    const body = call.body as ScannedBody;
    const model = readModel(body.value);
    findCard(parts, call, model);
    checkMessages(body.value.messages);
    checkSystem(body.value.system);
    return { input_tokens: countInput(estimateMessages, model, body) };
  },
};
