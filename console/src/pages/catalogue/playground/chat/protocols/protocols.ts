import { chatCompletions } from './chat-completions.ts';
import { messages } from './messages.ts';
import type { ChatProtocol } from './protocol.ts';
import { responses } from './responses.ts';

/** The chat protocols of the playground, by their names in the URL. The first one is the default. */
export const protocols = { chat: chatCompletions, messages, responses } satisfies Readonly<Record<string, ChatProtocol>>;

export type ProtocolName = keyof typeof protocols;

export const protocolNames = Object.keys(protocols) as readonly ProtocolName[];
