import { Fragment, type ReactNode } from 'react';

const address = /(https?:\/\/[^\s<>"'，。；）)]+)/;

/** Turns addresses into links; everything else stays text. */
function withLinks(text: string): ReactNode {
  return text.split(address).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

/** Text of an announcement: an empty line starts a paragraph, and lines starting with `- ` form a list. */
export function PlainText({ children }: { readonly children: string }) {
  const blocks = children.split(/\n\s*\n/).map((block) => block.trim());
  return blocks.map((block, index) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return (
        <ul key={index}>
          {lines.map((line, at) => (
            <li key={at}>{withLinks(line.slice(2))}</li>
          ))}
        </ul>
      );
    return (
      <p key={index}>
        {lines.map((line, at) => (
          <Fragment key={at}>
            {at === 0 ? null : <br />}
            {withLinks(line)}
          </Fragment>
        ))}
      </p>
    );
  });
}
