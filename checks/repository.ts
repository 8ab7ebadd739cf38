import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The files of the repository and the imports between them, for the checks. */
const root = join(import.meta.dirname, '..');
/** All files that git knows or would add. */
export const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
/** Files that people write and read. */
export const files = tracked.filter(
  (file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !/generated|schema\.sql$|0001_baseline\.sql$/.test(file),
);
export const sources = files.filter((file) => /\.tsx?$/.test(file));
export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** All imports, lazy ones and those of types too. Our own files are paths from the root; packages are names. */
export const arrows: Arrow[] = sources.flatMap((from) =>
  [...textOf(from).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, specifier]) => ({
    from,
    to: target(from, specifier!),
  })),
);

function target(from: string, specifier: string): string {
  const ours = /^@sterling\/(\w+)\/(.*)$/.exec(specifier);
  if (ours) return `${ours[1]}/src/${ours[2]}`;
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier;
}

export const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`));
export const isTest = (path: string) =>
  path.includes('.test.') || path.includes('/test-') || within(path, 'server/test');
export const nounOf = (path: string) => /^server\/src\/(?:outside|[^/]+\/([^/]+))\//.exec(path)?.[1];

/** Groups of nodes that reach each other (Tarjan's strongly connected components), each sorted. */
export function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[] = [];
  const visit = (node: string): number => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next) ? (path.includes(next) ? order.get(next)! : Infinity) : visit(next);
      lowest.set(node, Math.min(lowest.get(node)!, reached));
    }
    if (lowest.get(node) === order.get(node)) {
      const group = path.splice(path.indexOf(node));
      if (group.length > 1) found.push(group.sort().join(' ⇄ '));
    }
    return lowest.get(node)!;
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
