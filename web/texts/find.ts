import { parseSync } from 'vite';

/** A call that shows a text, with the places of its text in the code. */
export interface FoundText {
  /** The text, or both forms of a text with a count. The last one is the key of its translations. */
  readonly forms: readonly Place[];
  /** Place of the whole call if nothing is filled in and nothing is counted: it can become its text. */
  readonly plain: Place | null;
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Which arguments of a call are texts. */
const TEXTS_OF: Readonly<Record<string, readonly number[]>> = {
  t: [0],
  rich: [0],
  phrase: [0],
  text: [0],
  plural: [1, 2],
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** All texts in a TypeScript file, in order. Throws for a text that is not written out, because it could not be translated. */
export function findTexts(file: string, code: string): FoundText[] {
  const found: FoundText[] = [];
  const { program, module } = parseSync(file, code);
  const imported = new Set(
    module.staticImports
      .filter((from) => /\/(?:texts\.ts|rich\.tsx)$/.test(from.moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  visit(program, (node) => {
    const name = node.type === 'CallExpression' ? (node.callee as Node).name : undefined;
    const places = typeof name === 'string' && imported.has(name) ? TEXTS_OF[name] : undefined;
    if (!places) return;
    const given = node.arguments as Node[];
    const forms = places.map((index) =>
      placeOf(given[index], `${file}: ${code.slice(node.start, node.end)}`),
    );
    const isPlain = name === 't' && given.length === 1;
    found.push({ forms, plain: isPlain ? { text: forms[0]!.text, start: node.start, end: node.end } : null });
  });
  return found;
}

function placeOf(node: Node | undefined, where: string): Place {
  if (node?.type !== 'Literal' || typeof node.value !== 'string')
    throw new Error(`This text is not written out: ${where}`);
  return { text: node.value, start: node.start, end: node.end };
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  else if (node && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') see(node as Node);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, see);
  }
}
