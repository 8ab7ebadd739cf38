import { type ESTree, parseSync, Visitor } from 'vite';

/** Finds refs that are written while a component renders, for tidy.test.ts. */

const COMPONENT_OR_HOOK = /^(?:[A-Z]|use[A-Z])/;
/** Their first argument is a component. */
const WRAPPERS = ['memo', 'forwardRef'];
/** Their first argument runs while the component renders. */
const RUN_IN_RENDER = ['useMemo', 'useState'];

/**
 * The places of a file, as `file:line`, where a component or hook assigns to `.current` while it renders. Effects, event
 * handlers and other nested functions may write refs. So may a lazy initialisation:
 * `if (ref.current === null) ref.current = …`.
 */
export function refWritesInRender(file: string, code: string): string[] {
  const found: string[] = [];
  const rendering = new Set<ESTree.Node>();
  const allowed = new Set<ESTree.Node>();
  /** Of each function around the present place: whether it runs while a component renders. */
  const around: boolean[] = [];
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) =>
    around.push(rendering.has(node) || COMPONENT_OR_HOOK.test(node.id?.name ?? ''));
  const leave = () => around.pop();
  const check = (write: ESTree.Node, target: ESTree.Node) => {
    if (around.at(-1) && isCurrent(target) && !allowed.has(write))
      found.push(`${file}:${code.slice(0, write.start).split('\n').length}`);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && COMPONENT_OR_HOOK.test(id.name) && init) rendering.add(unwrapped(init));
    },
    CallExpression(call) {
      const [first] = call.arguments;
      if (!first) return;
      const name = nameOf(call.callee);
      if (RUN_IN_RENDER.includes(name) || (WRAPPERS.includes(name) && rendering.has(call)))
        rendering.add(unwrapped(first));
    },
    IfStatement(statement) {
      for (const write of lazyWrites(statement, code)) allowed.add(write);
    },
    AssignmentExpression: (node) => check(node, node.left),
    UpdateExpression: (node) => check(node, node.argument),
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync(file, code, { preserveParens: false }).program);
  return found;
}

/** An expression without the types around it, such as `!` and `as`. */
function unwrapped(node: ESTree.Node): ESTree.Node {
  const hasTypes =
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression';
  return hasTypes ? unwrapped(node.expression) : node;
}

/** `useMemo` in `useMemo(…)` and in `React.useMemo(…)`. */
function nameOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : '';
}

function isCurrent(node: ESTree.Node): boolean {
  const target = unwrapped(node);
  return target.type === 'MemberExpression' && !target.computed && nameOf(target) === 'current';
}

/** The writes of `if (ref.current === null) ref.current = …`, with or without braces. */
function lazyWrites({ test, consequent }: ESTree.IfStatement, code: string): ESTree.Node[] {
  const isNullCheck =
    test.type === 'BinaryExpression' &&
    test.operator === '===' &&
    isCurrent(test.left) &&
    test.right.type === 'Literal' &&
    test.right.raw === 'null';
  if (!isNullCheck) return [];
  const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end);
  const statements = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  return statements
    .map((statement) => (statement.type === 'ExpressionStatement' ? statement.expression : statement))
    .filter(
      (node) =>
        node.type === 'AssignmentExpression' &&
        node.operator === '=' &&
        textOf(node.left) === textOf(test.left),
    );
}
