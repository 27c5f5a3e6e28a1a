import type { ScannedBody } from '../../json/scanned-body.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { findCard } from '../shared/find-card.ts';
import { readModel } from '../shared/read-model.ts';
import { checkMessages, checkSystem } from './check-messages.ts';
import { estimateMessages } from './estimate.ts';

/** The input does not depend on them. */
const anyModel = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 0 };

/** `POST /v1/messages/count_tokens`: the input tokens by the character rule, because no provider is asked. */
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
    const request = { model, stream: false, includeUsage: false, outputTokensMax: null, choices: 1, serviceTier: null };
    return { input_tokens: estimateMessages(request, body, anyModel).input.inputTokens };
  },
};
