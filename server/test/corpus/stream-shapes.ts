/** Unusual chat streams of upstreams, and the expected streams for the client. Whole responses are in `answer-shapes.ts`. */
import { endingShapes } from './stream-shapes/endings.ts';
import { frameShapes } from './stream-shapes/frames.ts';
import type { StreamShape } from './stream-shapes/shape.ts';
import { toolCallShapes } from './stream-shapes/tool-calls.ts';

export const streamShapes: readonly StreamShape[] = [...toolCallShapes, ...frameShapes, ...endingShapes];
