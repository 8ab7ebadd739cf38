import { expect, test } from 'vitest';
import { refWritesInRender } from './render-writes.ts';

const hook = (body: string) => `function useIt(a: number) {\n${body}\n}`;

const FOUND: readonly [what: string, code: string][] = [
  ['a write in the body of a hook', hook('ref.current = a;')],
  ['a write in a component', 'export function Part() {\n  ref.current = 1;\n  return <p />;\n}'],
  ['a write in an arrow function', 'const Part = () => {\n  ref.current = 1;\n};'],
  ['a write in a function expression', 'export default memo(function Part() {\n  ref.current = 1;\n});'],
  [
    'a write in a wrapped component',
    'const Part = memo(({ a }: Props) => {\n  ref.current = a;\n}) as Kind;',
  ],
  ['a write in a wrapper of a wrapper', 'const Part = memo(forwardRef(() => {\n  ref.current = 1;\n}));'],
  [
    'a write in nested blocks',
    hook('if (a) { for (const b of a) { try { ref.current = b; } finally { end(); } } }'),
  ],
  ['a write in an expression', hook('const b = (ref.current = a);')],
  ['a write in JSX', 'function Part() {\n  return <p title={(ref.current = "a")} />;\n}'],
  ['a write in a default of a parameter', 'function Part(\n  a = (ref.current = 1),\n) {}'],
  ['a write with ??=', hook('ref.current ??= a;')],
  ['a write with ++', hook('ref.current++;')],
  ['a write with +=', hook('ref.current += a;')],
  ['a write through types', hook('(ref.current as number) = a;')],
  ['a ref in an object', hook('refs.first!.current = a;')],
  ['a write in useMemo', hook('useMemo(() => { ref.current = a; }, [a]);')],
  ['a write in an initialiser of useState', hook('useState(() => (ref.current = a));')],
  ['a write in React.useMemo', hook('React.useMemo(function () { ref.current = a; }, [a]);')],
  ['a hook in a component', 'function outer() {\n  function useIt() { ref.current = 1; }\n}'],
  [
    'a second write after a lazy one',
    hook('if (ref.current === null) ref.current = a; else ref.current = 2;'),
  ],
  ['a lazy write of another ref', hook('if (ref.current === null) other.current = a;')],
  ['a write after another check', hook('if (ref.current !== null) ref.current = a;')],
  ['a lazy write with an operator', hook('if (ref.current === null) ref.current += a;')],
];

const ALLOWED: readonly [what: string, code: string][] = [
  ['a lazy initialisation', hook('if (ref.current === null) ref.current = a;')],
  ['a lazy initialisation in braces', hook('if (ref.current === null) {\n  ref.current = a;\n}')],
  ['a write in an effect', hook('useEffect(() => { ref.current = a; });')],
  ['a write in a callback', hook('return useCallback(() => { ref.current = a; }, [a]);')],
  ['a write in an event handler', 'const Part = () => <button onClick={() => { ref.current = 1; }} />;'],
  ['a write in a nested function', hook('function later() { ref.current = a; }\nreturn later;')],
  ['a write in a function within useMemo', hook('useMemo(() => () => { ref.current = a; }, [a]);')],
  ['a write in the updater of a state', hook('const [b, set] = useState(0);\nset(() => (ref.current = a));')],
  ['a write in a function that is neither', 'function user(ref) {\n  ref.current = 1;\n}'],
  ['a read', hook('const b = ref.current;\nlast = ref.current;')],
  ['a write to another field', hook('current = a;\nref.currents = a;\nref[current] = a;')],
  ['a write outside functions', '\nref.current = 1;'],
];

test.each(FOUND)('finds %s', (_what, code) => {
  expect(refWritesInRender('a.tsx', code)).toEqual([expect.stringMatching(/^a\.tsx:[12]$/)]);
});

test.each(ALLOWED)('allows %s', (_what, code) => {
  expect(refWritesInRender('a.tsx', code)).toEqual([]);
});

test('names the line of each write', () => {
  const code = hook('ref.current = a;\nuseEffect(() => {\n  ref.current = 2;\n});\nref.current -= 1;');
  expect(refWritesInRender('b.tsx', code)).toEqual(['b.tsx:2', 'b.tsx:6']);
});
