import { chatCompletionsDialect } from './chat-completions/chat-completions-dialect.ts';
import type { Dialect } from './dialect.ts';

/** Every protocol the gateway speaks. */
export const dialects: readonly Dialect[] = [chatCompletionsDialect];
