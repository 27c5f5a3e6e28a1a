/** Odd streams of chat as upstreams send them, and what a client must be sent. Whole answers are in `answer-shapes.ts`. */
import { endingShapes } from './stream-shapes/endings.ts';
import { frameShapes } from './stream-shapes/frames.ts';
import type { StreamShape } from './stream-shapes/shape.ts';
import { toolCallShapes } from './stream-shapes/tool-calls.ts';

export const streamShapes: readonly StreamShape[] = [...toolCallShapes, ...frameShapes, ...endingShapes];
