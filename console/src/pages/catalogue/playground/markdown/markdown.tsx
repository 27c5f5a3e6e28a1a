import { Fragment, memo, type ReactNode } from 'react';
import { Code } from '../../../../ui/code-tabs.tsx';
import './markdown.css';
import { parseMarkdown, type Block, type Inline } from './parse-markdown.ts';

function Parts({ parts }: { readonly parts: readonly Inline[] }): ReactNode {
  return parts.map((part, index) => <Part key={String(index)} part={part} />);
}

function Part({ part }: { readonly part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'stress':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Parts parts={part.parts} />
        </s>
      );
    case 'link':
      return (
        <a href={part.to} target="_blank" rel="noopener noreferrer nofollow">
          <Parts parts={part.parts} />
        </a>
      );
  }
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <div className="md-table" tabIndex={0} role="region">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={String(index)}>
                <Parts parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(at)}>
              {row.map((cell, index) => (
                <td key={String(index)}>
                  <Parts parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ start, items }: Extract<Block, { kind: 'list' }>) {
  const rows = items.map((blocks, index) => (
    <li key={String(index)}>
      <Blocks blocks={blocks} />
    </li>
  ));
  return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

function OneBlock({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
    case 'heading':
      return (
        <p className="md-heading">
          <Parts parts={block.parts} />
        </p>
      );
    case 'code':
      return <Code code={block.text} name={block.name} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'rule':
      return <hr />;
  }
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    <Fragment key={String(index)}>
      <OneBlock block={block} />
    </Fragment>
  ));
}

/** Renders the text of a model as elements that we create; none of it is ever rendered as HTML. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="md">
      <Blocks blocks={parseMarkdown(text)} />
    </div>
  );
});
