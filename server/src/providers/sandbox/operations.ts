import { chat } from './chat/chat.ts';
import { compaction } from './chat/compaction.ts';
import { embedding } from './embedding/embedding.ts';
import { image, imageEdit } from './image/image.ts';
import { music } from './music/music.ts';
import { rerank } from './rerank/rerank.ts';
import type { SandboxOperation } from './sandbox-operation.ts';

/** All operations of the sandbox. */
export const sandboxOperations: readonly SandboxOperation[] = [chat, compaction, embedding, rerank, image, imageEdit, music];
