import type { Dialect, Relay } from '../dialect.ts';
import { clientSide } from '../shared/client-side.ts';
import { wholeAsEvent } from '../shared/images/whole-as-event.ts';
import { optionalOperation } from '../shared/optional-operation.ts';
import { readRefusal } from '../shared/read-refusal.ts';
import { editsToUpstream, editsType } from './edits-to-upstream.ts';
import { ImageStream } from './image-stream.ts';
import { readWhole } from './read-whole.ts';
import { toUpstream } from './to-upstream.ts';

const name = 'images';

const generations: Relay = {
  upstreamPath: '/images/generations',
  toUpstream,
  createStreamRelay: (plan) => new ImageStream(plan, 'image_generation'),
  asStream: (answer) => wholeAsEvent(answer, 'image_generation'),
  readWhole,
  readRefusal,
};

/** If edits are sent as generations, the image to edit distinguishes them. */
const edits = optionalOperation({
  ...generations,
  upstreamPath: ({ quirks }) => (quirks.jsonImageEdits === true ? '/images/generations' : '/images/edits'),
  contentType: editsType,
  toUpstream: editsToUpstream,
  createStreamRelay: (plan) => new ImageStream(plan, 'image_edit'),
  asStream: (answer) => wholeAsEvent(answer, 'image_edit'),
});

/** Client and upstream use the same protocol; only the form of the images may differ. */
export const imagesDialect: Dialect = {
  name,
  kind: 'image',
  client: clientSide,
  serves: new Map([
    [name, generations],
    ['image-edits', edits],
  ]),
};
