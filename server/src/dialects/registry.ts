import { chatCompletionsDialect, chatRelay } from './chat-completions/chat-completions-dialect.ts';
import { completionsDialect } from './completions/completions-dialect.ts';
import { overChat } from './completions/over-chat.ts';
import type { Dialect, Relay } from './dialect.ts';

/** Adds clients of another protocol to those that upstreams of a dialect serve. */
function serving(dialect: Dialect, client: Dialect, relay: Relay): Dialect {
  return { ...dialect, serves: new Map([...dialect.serves, [client.name, relay]]) };
}

/** Every protocol the gateway speaks. */
export const dialects: readonly Dialect[] = [
  serving(chatCompletionsDialect, completionsDialect, overChat(chatRelay)),
  completionsDialect,
];
