import type { ModelEndpoint } from '../endpoint.ts';
import { estimateConversation } from '../shared/estimate-conversation.ts';
import { countMessages } from './check-messages.ts';
import { measureMedia } from './media.ts';

/** The expected cost of a chat call. */
export const estimateChat: ModelEndpoint['estimate'] = (request, body, facts) =>
  estimateConversation(request, body, facts, { media: measureMedia(body), ...countMessages(body.value.messages) });
