// The comments of a source file, for the checks that read them.
import ts from 'typescript';

/** One comment; consecutive lines of `//` count as one. */
export interface Comment {
  readonly line: number;
  /** Without comment markers, on one line. */
  readonly text: string;
}

const comment = /\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g;
const markers = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))?\s?|\s*\*\/\s*$/gm;

function isText(node: ts.Node): boolean {
  return ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

/** Blanks string literals, so that they cannot look like comments. Positions and lines stay the same. */
function withoutTexts(file: string, content: string): string {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  let bare = '';
  let end = 0;
  const visit = (node: ts.Node): void => {
    if (isText(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(source);
      bare += content.slice(end, start) + content.slice(start, node.end).replaceAll(/[^\n]/g, ' ');
      end = node.end;
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return bare + content.slice(end);
}

export function commentsOf(file: string, content: string): readonly Comment[] {
  const bare = withoutTexts(file, content);
  return [...bare.matchAll(comment)].map(({ 0: found, index }) => ({
    line: bare.slice(0, index).split('\n').length,
    text: content
      .slice(index, index + found.length)
      .replaceAll(markers, '')
      .replaceAll(/\s+/g, ' '),
  }));
}
